import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export const script = resolve('dist', 'cli.js');

interface Message {
	readonly id?: number | string;
	readonly method?: string;
	readonly params?: Readonly<Record<string, unknown>>;
	readonly result?: {
		readonly content?: readonly { readonly type: string; readonly text: string }[];
		readonly isError?: boolean;
		readonly structuredContent?: unknown;
		readonly tools?: readonly {
			readonly name: string;
			readonly description: string;
			readonly inputSchema: object;
			readonly annotations: Readonly<Record<string, unknown>>;
		}[];
		readonly protocolVersion?: string;
		readonly instructions?: string;
	};
	readonly error?: { readonly code: number; readonly message: string };
}

interface Started {
	readonly command: string;
	readonly args: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	readonly cwd?: string | undefined;
	readonly capabilities?: object;
	readonly protocolVersion?: string;
}

export class AgentClient implements AsyncDisposable {
	written = '';
	logged = '';
	readonly heard: Message[] = [];
	onRequest: (request: Message) => object | undefined = () => undefined;
	private readonly waiting = new Map<number, (message: Message) => void>();
	private readonly failed: Promise<never>;
	private nextId = 1;
	private rest = '';

	private constructor(private readonly server: ChildProcess) {
		server.stdout?.setEncoding('utf8').on('data', (text: string) => this.read(text));
		server.stderr?.setEncoding('utf8').on('data', (text: string) => {
			this.logged += text;
		});
		this.failed = once(server, 'exit').then(([code]) => {
			throw new Error(`it ended with ${code}: ${this.logged}`);
		});
		this.failed.catch(() => undefined);
	}

	static async start({
		command,
		args,
		env = {},
		cwd,
		capabilities = {},
		protocolVersion = '2025-11-25',
	}: Started): Promise<AgentClient & { readonly initialized: Message }> {
		const { APP_ERRORS_TOKEN: _, APP_ERRORS_BASE_URL: __, ...inherited } = process.env;
		const server = spawn(command, args, { env: { ...inherited, ...env }, cwd, stdio: 'pipe' });
		const client = new AgentClient(server);
		const clientInfo = { name: 'test', version: '1' };
		const initialized = await client.ask('initialize', { protocolVersion, capabilities, clientInfo });
		client.send({ method: 'notifications/initialized' });
		return Object.assign(client, { initialized });
	}

	send(message: object | string): void {
		const line = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message });
		this.server.stdin?.write(`${line}\n`);
	}

	get id(): number {
		return this.nextId;
	}

	ask(method: string, params: object = {}): Promise<Message> {
		const id = this.nextId++;
		const answer = new Promise<Message>((resolve) => {
			this.waiting.set(id, resolve);
		});
		this.send({ id, method, params });
		return Promise.race([answer, this.failed]);
	}

	call(tool: string, input: object = {}): Promise<Message> {
		return this.ask('tools/call', { name: `app_errors_${tool}`, arguments: input });
	}

	async text(tool: string, input: object = {}): Promise<string> {
		const { result, error } = await this.call(tool, input);
		assert.equal(error, undefined);
		assert.equal(result?.isError, undefined, result?.content?.[0]?.text);
		return result?.content?.[0]?.text ?? '';
	}

	async refusal(tool: string, input: object = {}): Promise<string> {
		const { result } = await this.call(tool, input);
		assert.equal(result?.isError, true);
		return result?.content?.[0]?.text ?? '';
	}

	async end(): Promise<{ readonly code: number | null; readonly ms: number }> {
		const started = performance.now();
		const ended = once(this.server, 'exit');
		this.server.stdin?.end();
		const [code] = await ended;
		return { code, ms: performance.now() - started };
	}

	async [Symbol.asyncDispose](): Promise<void> {
		if (this.server.exitCode === null && this.server.signalCode === null) {
			const ended = once(this.server, 'exit');
			this.server.kill('SIGKILL');
			await ended;
		}
	}

	private read(text: string): void {
		this.written += text;
		const lines = (this.rest + text).split('\n');
		this.rest = lines.pop() ?? '';
		for (const line of lines) {
			// Standard output must contain protocol messages only.
			const message: Message & { jsonrpc: string } = JSON.parse(line);
			assert.equal(message.jsonrpc, '2.0');
			if (message.method !== undefined) {
				this.heard.push(message);
				const result = message.id !== undefined && this.onRequest(message);
				if (result) {
					this.send({ id: message.id, result });
				}
			} else {
				this.waiting.get(Number(message.id))?.(message);
				this.waiting.delete(Number(message.id));
			}
		}
	}
}

export function withoutNonce(text: string): string {
	return text.replace(/(<\/?records-)[\w-]{8}/g, '$1nonce');
}
