import type { buildConnector } from 'undici';

const lineEnds = /^[\r\n]*$/;

/**
 * Makes connections that tell when more came than an answer had announced, of answers that close their connection. undici
 * destroys such a connection as soon as the answer is whole, and gives back to it what else was in the last packet. Line ends
 * are no surplus: HTTP allows them there (RFC 9112, section 2.2), and they end a record that is whole without them.
 */
export function tellingSurplus(connect: buildConnector.connector, onSurplus: () => void): buildConnector.connector {
	return (target, callback) =>
		connect(target, (...[error, socket]: Parameters<buildConnector.Callback>) => {
			if (error) {
				callback(error, null);
				return;
			}
			const giveBack = socket.unshift.bind(socket);
			socket.unshift = (bytes: Buffer) => {
				if (socket.destroyed && !lineEnds.test(bytes.toString('latin1'))) {
					onSurplus();
				}
				giveBack(bytes);
			};
			callback(null, socket);
		});
}
