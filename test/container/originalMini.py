"""mini-swe-agent's own agent, model and environment classes, with scripted replies in the place of litellm.

Reads one scenario as JSON on standard input, writes the trajectory with what the repository differs by as JSON.
"""

import json
import os
import subprocess
import sys
import types

os.environ["MSWEA_SILENT_STARTUP"] = "1"

from pydantic import BaseModel, ConfigDict

# The original logs on standard output; the result has it for itself.
answer = sys.stdout
sys.stdout = sys.stderr
scenario = json.load(sys.stdin)


class Any(BaseModel):
    model_config = ConfigDict(extra="allow")


class Function(Any):
    name: object = None
    arguments: object = None


class Call(Any):
    id: object = None
    type: object = None
    function: Function


class Message(Any):
    role: str
    content: str | None = None
    tool_calls: list[Call] | None = None


class Choice(Any):
    finish_reason: str | None = None
    message: Message


class Response(Any):
    choices: list[Choice]


replies = iter(scenario["replies"])
asked = []
errors = {}


def raised(name):
    return errors.setdefault(name, type(name, (Exception,), {"message": ""}))


def completion(model, messages, **kwargs):
    asked.append({"messages": json.loads(json.dumps(messages)), "tools": kwargs.get("tools")})
    reply = next(replies)
    if "raise" in reply:
        raise raised(reply["raise"])(reply["words"])
    return Response.model_validate(reply)


litellm = types.ModuleType("litellm")
litellm.completion = completion
litellm.exceptions = types.SimpleNamespace(
    **{
        name: raised(name)
        for name in (
            "UnsupportedParamsError",
            "NotFoundError",
            "PermissionDeniedError",
            "ContextWindowExceededError",
            "AuthenticationError",
        )
    }
)
litellm.cost_calculator = types.SimpleNamespace(completion_cost=lambda response, model: response.cost)
sys.modules["litellm"] = litellm

from minisweagent.agents.default import DefaultAgent
from minisweagent.environments.docker import DockerEnvironment
from minisweagent.models.litellm_model import LitellmModel
from minisweagent.models.litellm_textbased_model import LitellmTextbasedModel


class Nowhere:
    """For scenarios without commands."""

    config = None

    def get_template_vars(self, **kwargs):
        return {}

    def serialize(self):
        return {}


def container():
    environment = DockerEnvironment(**scenario["environment"])
    inside = [environment.config.executable, "exec", environment.container_id, "sh", "-c"]
    subprocess.run([*inside, scenario["setup"]], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return environment, inside


environment, inside = container() if scenario.get("environment") else (Nowhere(), None)
try:
    model_class = LitellmTextbasedModel if scenario["mode"] == "text" else LitellmModel
    agent = DefaultAgent(model_class(**scenario["model"]), environment, **scenario["agent"])
    try:
        agent.run(scenario["task"])
    except Exception:
        pass
    found = agent.serialize()
    found["asked"] = asked
    if inside:
        command = "cd /testbed && git add -A && git diff --cached --binary"
        diff = subprocess.run([*inside, command], check=True, stdout=subprocess.PIPE).stdout
        found["patch"] = diff.decode("utf-8", errors="replace")
    json.dump(found, answer)
finally:
    if inside:
        subprocess.run(
            [environment.config.executable, "rm", "-f", environment.container_id],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        environment.container_id = None
