"""What a service would write itself: the same posts with aiohttp, each answer read as JSON and
judged; nothing is stored. Usage: aiohttp_loop.py URL CA-FILE BODY COUNT DEPTH"""
import asyncio
import ssl
import sys

import aiohttp


async def main(url, authorities, body, count, depth):
    context = ssl.create_default_context(cafile=authorities)
    left = iter(range(count))
    alive = 0

    async def worker(session):
        nonlocal alive
        for _ in left:
            async with session.post(url, data=body, headers={
                    "Content-Type": "application/x-www-form-urlencoded"}) as answer:
                facts = await answer.json()
                alive += answer.status == 200 and "access_token" in facts

    connector = aiohttp.TCPConnector(limit=depth, ssl=context)
    async with aiohttp.ClientSession(connector=connector) as session:
        await asyncio.gather(*(worker(session) for _ in range(depth)))
    if alive != count:
        sys.exit(f"{count - alive} of {count} failed")


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])))
