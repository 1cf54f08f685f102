import type { buildConnector } from 'undici';

const lineEnds = /^[\r\n]*$/;

/**
 * Detects extra bytes after responses that close the connection. undici destroys such a connection as soon as the
 * response is complete, and returns the rest of the last packet to the socket. Line endings don't count: HTTP allows
 * them there (RFC 9112, section 2.2).
 */
export function reportExtraBytes(
	connect: buildConnector.connector,
	onExtraBytes: () => void,
): buildConnector.connector {
	return (target, callback) =>
		connect(target, (...[error, socket]: Parameters<buildConnector.Callback>) => {
			if (error) {
				callback(error, null);
				return;
			}
			const giveBack = socket.unshift.bind(socket);
			socket.unshift = (bytes: Buffer) => {
				if (socket.destroyed && !lineEnds.test(bytes.toString('latin1'))) {
					onExtraBytes();
				}
				giveBack(bytes);
			};
			callback(null, socket);
		});
}
