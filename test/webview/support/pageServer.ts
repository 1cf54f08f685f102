import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { answersForIcon } from './icon';

/** As strict as the policy of the results view: no inline style, inline script, eval or nonce. */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'";

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Serves bundled pages like a webview on the loopback interface: `/grid` is a page of `grid.js` and `grid.css`. */
export class PageServer {
	private constructor(
		private readonly server: Server,
		readonly origin: string,
	) {}

	static async start(pages: string): Promise<PageServer> {
		const server = createServer((request, response) => {
			if (answersForIcon(request, response)) {
				return;
			}
			const { pathname } = new URL(request.url ?? '/', 'http://localhost');
			const extension = path.extname(pathname);
			const body =
				extension === ''
					? Promise.resolve(getPage(pathname.slice(1)))
					: readFile(path.join(pages, path.basename(pathname)));
			body.then(
				(text) => {
					const type = types[extension] ?? 'text/html';
					response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy });
					response.end(text);
				},
				() => response.writeHead(404).end(),
			);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		return new PageServer(server, `http://127.0.0.1:${port}`);
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

function getPage(name: string): string {
	return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${name}</title><link rel="stylesheet" href="/${name}.css"></head>
<body><header><h1>${name}</h1></header><main></main><script src="/${name}.js"></script></body>
</html>`;
}
