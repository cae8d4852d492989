"""Keeps schemathesis to the rules between parameters that the document states as `x-reglas`.

OpenAPI 3.1 describes each query parameter by itself: that two exclude each other, or that one date may not be later
than another, cannot be said in their schemas. Cases that break such a rule are left out; every other check stays as it is.
"""

import datetime

import schemathesis


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
    return in_order([query.get(one) for one in rules.get("enOrden", [])])


def in_order(dates):
    """The last one is today, which counts only when the one before it is absent."""
    if len(dates) < 2:
        return True
    *asked, _ = dates
    lima = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=5)
    last = asked[-1] or lima.date().isoformat()
    return all(one is None or str(one) <= str(last) for one in asked[:-1])
