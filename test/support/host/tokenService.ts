import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TokenService {
	readonly address: string;
	token: string;
	readonly asked: readonly string[];
	hold(): () => void;
	close(): Promise<void>;
}

export async function startTokenService(token: string, applications = 2): Promise<TokenService> {
	const asked: string[] = [];
	let held: Promise<void> | undefined;
	const server = createServer(async (request, response) => {
		const given = request.headers.authorization?.replace(/^OAuth /, '') ?? '';
		asked.push(given);
		await held;
		const accepted = given === service.token && request.url?.startsWith('/management/v1/applications');
		response.writeHead(accepted ? 200 : 401, { 'content-type': 'application/json' });
		const list = Array.from({ length: applications }, (_, index) => ({ id: 100 + index, name: `App ${index}` }));
		response.end(JSON.stringify(accepted ? { applications: list } : { message: 'unauthorized' }));
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	const service = {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		token,
		asked,
		hold() {
			let release = () => {};
			held = new Promise((resolve) => {
				release = resolve;
			});
			return () => {
				held = undefined;
				release();
			};
		},
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	return service;
}
