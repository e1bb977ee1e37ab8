/** The forwarder as a Python script (3.8 and later, nothing but its own library). */
export const pythonForwarder = `import asyncio, os, signal, sys

port, socket_path, words = int(sys.argv[1]), sys.argv[2], sys.argv[4:]


async def copy(reader, writer):
    while True:
        piece = await reader.read(65536)
        if not piece:
            break
        writer.write(piece)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()


async def forward(reader, writer):
    other = None
    try:
        from_gateway, other = await asyncio.open_unix_connection(socket_path)
        await asyncio.gather(copy(reader, other), copy(from_gateway, writer))
    except (OSError, EOFError):
        pass
    finally:
        for one in (writer, other):
            if one is not None:
                one.transport.abort() if one.is_closing() else one.close()


async def main():
    try:
        server = await asyncio.start_server(forward, "127.0.0.1", port, backlog=512)
    except OSError as error:
        print("forwarder: 127.0.0.1:%d: %s" % (port, error), file=sys.stderr)
        return 126
    if not words:
        await server.serve_forever()
    own = server.sockets[0].getsockname()[1]
    env = dict(os.environ, TOUCHSTONE_GATEWAY_PORT=str(own))
    try:
        child = await asyncio.create_subprocess_exec(*words, env=env)
    except OSError as error:
        print("forwarder: %s: %s" % (words[0], error), file=sys.stderr)
        return 127
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(name, send, child, name)
    code = await child.wait()
    # At once: connections that are still open would be cancelled with many words.
    os._exit(128 - code if code < 0 else code)


def send(child, name):
    if child.returncode is None:
        child.send_signal(name)


sys.exit(asyncio.run(main()))
`;
