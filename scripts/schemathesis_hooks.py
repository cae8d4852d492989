"""Keeps schemathesis to the rules between parameters that the document states as `x-reglas`.

OpenAPI 3.1 describes each query parameter by itself: that two exclude each other, or that one date may not be later
than another, cannot be said in their schemas; nor what a file has to hold. Cases that break such a rule are left out;
every other check stays as it is.
"""

import datetime

import schemathesis


@schemathesis.hook
def map_case(context, case):
    """What a file has to hold cannot be said in a schema: where a file is expected, one that can be read is sent."""
    if case.operation.body and not (case.meta is not None and case.meta.generation.mode.is_negative):
        case.body = b"nombre,ruc\nJuan Quispe Mamani,20000000125\n"
        case.media_type = "application/octet-stream"
        case.query = {name: value for name, value in (case.query or {}).items() if name == "tipo"}
    return case


@schemathesis.hook
def filter_case(context, case):
    rules = case.operation.definition.raw.get("x-reglas", {})
    # An empty alternative counts as absent.
    optional = {*rules.get("exactamenteUno", []), *rules.get("alMenosUno", [])}
    sent = case.query or {}
    query = {name: value for name, value in sent.items() if value != "" or name not in optional}
    if case.meta is not None and case.meta.generation.mode.is_negative:
        return len(query) == len(sent) and not ignores_some(rules, query)
    return keeps(rules, query)


def ignores_some(rules, query):
    """True when a parameter is not looked at, because another one decides: a bad value there is no error."""
    return any(one in query and other in query for one, other in rules.get("seIgnoraCon", {}).items())


def keeps(rules, query):
    def given(name):
        return sum(1 for one in rules[name] if one in query)

    if "exactamenteUno" in rules and given("exactamenteUno") != 1:
        return False
    if "alMenosUno" in rules and given("alMenosUno") < 1:
        return False
    if "comoMaximoUno" in rules and given("comoMaximoUno") > 1:
        return False
    return in_order(rules.get("enOrden", []), query)


def in_order(names, query):
    """The first may not be later than the next one that is given."""
    if not names or names[0] not in query:
        return True
    lima = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=5)
    dates = {**query, "hoy": lima.date().isoformat()}
    return str(query[names[0]]) <= next(str(dates[one]) for one in names[1:] if one in dates)
