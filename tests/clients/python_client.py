"""The official Python client: list, ask, ask wrongly, read, complete.

    python python_client.py COMMAND ARG...
"""
import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import PromptReference


async def main() -> None:
    server = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = (await session.list_tools()).tools
        assert any(tool.name == "get_callers" for tool in tools)
        callers = await session.call_tool("get_callers", {"function_name": "count"})
        structured = getattr(callers, "structuredContent", None) or callers.structured_content
        assert list(structured["callers"]) == ["shop/run.py", "shop/store.py"], structured
        assert structured["metadata"]["protocol_version"] == "1.0"
        unknown = await session.call_tool("get_callers", {"function_name": "laod"})
        is_error = unknown.isError if hasattr(unknown, "isError") else unknown.is_error
        assert is_error and "symbol_not_found" in unknown.content[0].text
        resource = await session.read_resource("callgrove://symbol/count")
        assert "def count(" in resource.contents[0].text
        prompt = await session.get_prompt("impact_review", {"symbol": "count"})
        assert "shop.store.count" in prompt.messages[0].content.text
        done = await session.complete(PromptReference(type="ref/prompt", name="safe_rename"), {"name": "symbol", "value": "coun"})
        assert done.completion.values == ["count"], done
    print("ok")


asyncio.run(main())
