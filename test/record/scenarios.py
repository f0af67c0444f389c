"""What the scripted model asks for, and what the tools do about it. One turn per scenario."""

import json


class ToolTimeout(Exception):
    """A fault that passes, as a client library would raise it."""


class ToolBench:
    """The tools of one scenario; it notes what really happened, which is the truth that spans are held against."""

    def __init__(self):
        self.outcomes = []
        self.polls = 0

    def _note(self, tool, args, run):
        entry = {"tool": tool, "args": args, "executed": True}
        self.outcomes.append(entry)
        try:
            result = run()
        except Exception as error:
            entry |= {"outcome": "error", "error_kind": "thrown", "error": str(error)}
            raise
        entry["result"] = result
        if isinstance(result, str) and result.startswith("Error: "):
            entry |= {"outcome": "error", "error_kind": "returned"}
        else:
            entry["outcome"] = "empty" if result == [] else "ok"
        return result

    def get_weather(self, city: str, units: str) -> dict:
        """Current weather for a city."""
        return self._note("get_weather", {"city": city, "units": units}, lambda: {"city": city, "temp_c": 21})

    def convert_currency(self, amount: int, source: str, target: str) -> dict:
        """Convert an amount."""
        args = {"amount": amount, "source": source, "target": target}
        return self._note("convert_currency", args, lambda: {"amount": 130.2, "currency": target})

    def search_orders(self, customer_id: str, status: str) -> list:
        """Orders of a customer."""
        return self._note("search_orders", {"customer_id": customer_id, "status": status}, list)

    def search_docs(self, query: str) -> list:
        """Search the handbook."""
        return self._note("search_docs", {"query": query}, list)

    def book_slot(self, date: str, slot: int) -> dict:
        """Book a slot."""

        def run():
            if "/" in date or "." in date or " " in date:
                raise ValueError(f'ValidationError: date must be YYYY-MM-DD, got "{date}"')
            return {"booked": True, "date": date, "slot": slot}

        return self._note("book_slot", {"date": date, "slot": slot}, run)

    def create_ticket(self, customer_id: str, summary: str) -> dict:
        """Open a ticket."""

        def run():
            raise ToolTimeout("timeout: no answer from the ticket service within 10 s")

        return self._note("create_ticket", {"customer_id": customer_id, "summary": summary}, run)

    def get_price(self, sku: str) -> dict:
        """Price of a SKU."""
        return self._note("get_price", {"sku": sku}, lambda: {"sku": sku, "price": 12.5})

    def get_stock(self, sku: str) -> dict:
        """Stock of a SKU."""
        return self._note("get_stock", {"sku": sku}, lambda: {"sku": sku, "stock": 4})

    def read_file(self, path: str) -> str:
        """Read a file."""
        return self._note("read_file", {"path": path}, lambda: "export const answer = 41;")

    def run_tests(self, suite: str) -> dict:
        """Run the tests."""
        return self._note("run_tests", {"suite": suite}, lambda: {"passed": 11, "failed": 1})

    def check_status(self, job: str) -> dict:
        """Status of a job."""
        self.polls += 1
        done = self.polls == 4
        return self._note("check_status", {"job": job}, lambda: {"job": job, "state": "done" if done else "running"})

    def fetch_page(self, url: str) -> str:
        """Fetch a page."""
        return self._note("fetch_page", {"url": url}, lambda: "Error: HTTP 503 from upstream")


ORDERS = ("search_orders", {"customer_id": "cus_8123", "status": "refunded"})
PRICE, STOCK = ("get_price", {"sku": "A-1"}), ("get_stock", {"sku": "A-1"})
READ, TEST = ("read_file", {"path": "src/answer.ts"}), ("run_tests", {"suite": "unit"})
INVOICE = ("lookup_invoice", {"invoice": "77"})

# name -> (what the user says, tools on offer, calls of each model step)
SCENARIOS = {
    "ok": (
        "What is the weather in Sao Paulo and what is 120 EUR in USD?",
        ["get_weather", "convert_currency"],
        [
            [("get_weather", {"city": "São Paulo", "units": "metric"})],
            [("convert_currency", {"amount": 120, "source": "EUR", "target": "USD"})],
        ],
    ),
    "loop-empty": ("Refunded orders of cus_8123?", ["search_orders"], [[ORDERS]] * 5),
    "loop-reworded": (
        "What is the refund policy?",
        ["search_docs"],
        [
            [("search_docs", {"query": query})]
            for query in (
                "refund policy",
                "refund policy for customers",
                "what is the customer's refund policy",
                "policy on refunds (customers)",
            )
        ],
    ),
    "validation": (
        "Book slot 2 on New Year's Eve",
        ["book_slot"],
        [
            [("book_slot", {"date": date, "slot": 2})]
            for date in ("31/12/2026", "31.12.2026", "Dec 31 2026", "2026-12-31")
        ],
    ),
    "timeouts": (
        "Open a ticket: charged twice",
        ["create_ticket"],
        [
            [("create_ticket", {"customer_id": "cus_8123", "summary": summary})]
            for summary in ("Charged twice", "Customer was charged twice", "Double charge", "Charged two times")
        ],
    ),
    "parallel": ("Price and stock of A-1?", ["get_price", "get_stock"], [[PRICE, PRICE, STOCK]]),
    "unknown-tool": ("Show invoice 77", ["get_price"], [[INVOICE], [INVOICE]]),
    "oscillation": ("Make the tests pass", ["read_file", "run_tests"], [[READ], [TEST]] * 3),
    "poll": ("Is job-9 done?", ["check_status"], [[("check_status", {"job": "job-9"})]] * 4),
    "error-text": ("Summarise the page", ["fetch_page"], [[("fetch_page", {"url": "https://example.test/a"})]] * 3),
}

ANSWER = "Done: here is the answer."


def call_id(scenario, step, position):
    return f"call_{scenario.replace('-', '')[:6]}_{step}{position}"


def usage_of(step):
    """Tokens of the model's step; the cached ones are part of the input."""
    return {
        "input_tokens": 100 + 25 * step,
        "output_tokens": 10 + step,
        "cache_read_input_tokens": 0 if step == 0 else 40,
    }


class Script:
    """The scripted model of one scenario: each request is answered with the next step."""

    def __init__(self, scenario):
        self.scenario = scenario
        self.prompt, self.offered, self.steps = SCENARIOS[scenario]
        self.asked = []
        self.requests = 0
        self.prefix = ""

    def next(self):
        """Calls of the next step as (id, tool, args), and its usage; no calls means the final answer."""
        step = self.requests
        self.requests += 1
        wanted = self.steps[step] if step < len(self.steps) else []
        calls = [(call_id(self.scenario, step, i), self.prefix + tool, args) for i, (tool, args) in enumerate(wanted)]
        self.asked += [(step, each) for each in calls]
        return calls, usage_of(step)


def truth_of(script, bench, about):
    """What was asked for joined with what the tools did, in the order of asking."""
    done = list(bench.outcomes)
    tool_calls = []
    for seq, (batch, (identity, tool, args)) in enumerate(script.asked):
        own = tool.removeprefix(script.prefix)
        at = next((i for i, each in enumerate(done) if each["tool"] == own and each["args"] == args), None)
        entry = done.pop(at) if at is not None else None
        base = {"seq": seq, "tool": tool, "call_id": identity, "args": args, "batch": batch}
        if entry is None and own in script.offered:
            # The framework had given up: nobody knows what it would have done.
            tool_calls.append(base | {"executed": False, "outcome": "unknown"})
        elif entry is None:
            failed = {"executed": False, "outcome": "error", "error_kind": "unknown_tool"}
            tool_calls.append(base | failed)
        else:
            tool_calls.append(base | {key: value for key, value in entry.items() if key not in ("tool", "args")})
    each = [usage_of(step) for step in range(script.requests)]
    usage = {key: sum(one[key] for one in each) for key in usage_of(0)}
    return about | {"model_calls": script.requests, "usage": usage, "tool_calls": tool_calls}


def as_json(args):
    return json.dumps(args, ensure_ascii=False)
