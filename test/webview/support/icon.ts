import type { IncomingMessage, ServerResponse } from 'node:http';

/** Whether it was for the page's icon, which a browser with windows asks for by itself, and now is answered: there is none. */
export function answersForIcon(request: IncomingMessage, response: ServerResponse): boolean {
	const isForIcon = request.url === '/favicon.ico';
	if (isForIcon) {
		response.writeHead(204).end();
	}
	return isForIcon;
}
