import type { IncomingMessage, ServerResponse } from 'node:http';

/** Responds to a browser's automatic request for the page's icon. Returns whether the request was for the icon. */
export function answersForIcon(request: IncomingMessage, response: ServerResponse): boolean {
	const isForIcon = request.url === '/favicon.ico';
	if (isForIcon) {
		response.writeHead(204).end();
	}
	return isForIcon;
}
