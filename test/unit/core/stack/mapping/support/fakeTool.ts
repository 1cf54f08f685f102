import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';

export async function writeTool(folder: string, name: string, script: string): Promise<string> {
	const file = path.join(folder, name);
	await mkdir(folder, { recursive: true });
	await writeFile(file, `#!${process.execPath}\n${script}`, { mode: 0o755 });
	return file;
}

/** Tracks living processes by their connections, because killed processes may stay in the process table. */
export class Roll {
	private readonly sockets = new Set<Socket>();
	private readonly changed: (() => void)[] = [];

	private constructor(private readonly server: Server) {
		server.on('connection', (socket) => {
			this.sockets.add(socket);
			socket.on('error', () => undefined);
			socket.on('close', () => {
				this.sockets.delete(socket);
				this.tell();
			});
			socket.resume();
			this.tell();
		});
	}

	static async open(): Promise<Roll> {
		const server = createServer();
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return new Roll(server);
	}

	/** Script line that connects to this server. */
	get call(): string {
		const { port } = this.server.address() as AddressInfo;
		return `require('node:net').connect(${port}, '127.0.0.1');`;
	}

	async living(count: number): Promise<void> {
		while (this.sockets.size !== count) {
			await new Promise<void>((resolve) => this.changed.push(resolve));
		}
		assert.equal(this.sockets.size, count);
	}

	close(): void {
		for (const socket of this.sockets) {
			socket.destroy();
		}
		this.server.close();
	}

	private tell(): void {
		for (const resolve of this.changed.splice(0)) {
			resolve();
		}
	}
}
