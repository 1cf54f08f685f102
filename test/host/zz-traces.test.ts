import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { firstPlan } from '../../src/core/plan/plan';
import { type SampleServer, startSampleService } from '../../src/sample/service';
import type { Services } from '../../src/services/services';
import { Person } from '../support/host/person';
import { forgetEverything, startProduct } from '../support/host/product';
import { Replacements } from '../support/host/replacements';

const slots = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')] as const;
const globals = globalThis as unknown as Record<symbol, unknown>;
const utc = { kind: 'named', name: 'UTC' } as const;

// The file name makes this suite run last, so that it also searches the output of the other tests.
describe('tokens and globals left over from tests', () => {
	const tokens = ['first-token-9f8e7d6c5b', 'second-token-1a2b3c4d5e'] as const;
	let services: Services;
	let service: SampleServer;
	let person: Person;
	let globalsBefore: unknown[];
	const logged: string[] = [];
	const replacements = new Replacements();

	before(async () => {
		globalsBefore = slots.map((slot) => globals[slot]);
		services = await startProduct();
		service = await startSampleService({ records: 500, token: tokens[0] });
		await forgetEverything(services);
		person = new Person();
		for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) {
			const write = services.log[level].bind(services.log);
			replacements.replace(services.log, level, (first: string | Error, ...rest: unknown[]) => {
				logged.push([first, ...rest].map(String).join(' '));
				write(String(first), ...rest);
			});
		}
	});

	after(async () => {
		try {
			await person.leave();
		} finally {
			replacements.dispose();
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await rm(services.exports.root, { recursive: true, force: true });
			await forgetEverything(services);
			await service.close();
		}
	});

	it('does not write tokens to messages, logs or settings, even if a token expires or a service echoes it', async () => {
		const signIn = vscode.commands.executeCommand('appErrors.signIn');
		await person.input(/URL of the analytics service/).answer(service.url);
		await person.input(/Token for/).answer(tokens[0]);
		await person.input(/Account name/).answer('Work');
		await signIn;
		const account = await services.accounts.current();
		assert(account);
		const run = () =>
			vscode.commands.executeCommand('appErrors.runExport', {
				account,
				plan: firstPlan({ id: '101', name: 'Shop for Android' }),
				zone: utc,
			});
		await run();

		service.replaceToken(tokens[1]);
		const renewed = run();
		await person.input(/no longer accepts|does not accept/).answer(tokens[1]);
		await renewed;

		// This service echoes its input, as debugging proxies do.
		service.faults.set({ name: 'badRequestText', value: `Bad header: OAuth ${tokens[1]}` });
		await run();
		const { text } = await person.message(/rejected the request as invalid/).read();
		assert.ok(!tokens.some((token) => text.includes(token)), text);
		await vscode.commands.executeCommand('appErrors.checkToken');

		for (const message of person.messageTexts) {
			assert.ok(!tokens.some((token) => message.includes(token)), message);
		}
		assert.ok(
			logged.some((line) => /export of application 101/.test(line)),
			'the log tells of the export',
		);
		for (const line of logged) {
			assert.ok(!tokens.some((token) => line.includes(token)), line);
			assert.ok(!/NullPointerException|Bad header/.test(line), `neither records nor the service's words: ${line}`);
		}
		const settings = JSON.stringify(vscode.workspace.getConfiguration('appErrors'));
		assert.ok(!tokens.some((token) => settings.includes(token)));
	});

	it('leaves no token on disk in files or settings', async () => {
		const folder = dataFolder(services);
		const searched: string[] = [];
		for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
			const file = path.join(entry.parentPath, entry.name);
			if (entry.isFile()) {
				const bytes = await readFile(file).catch(() => Buffer.alloc(0));
				searched.push(path.relative(folder, file));
				for (const token of tokens) {
					assert.ok(!bytes.includes(token) && !bytes.includes(token, 0, 'utf16le'), file);
				}
			}
		}
		const saw = (pattern: RegExp) =>
			assert.ok(
				searched.some((file) => pattern.test(file)),
				`${pattern} was searched`,
			);
		saw(/request\.json$/);
		saw(/\.errors\.csv$/);
		saw(/settings\.json$/);
	});

	it('does not add properties to global objects that are shared with other extensions', () => {
		assert.deepEqual(
			slots.map((slot) => globals[slot]),
			globalsBefore,
		);
	});
});

function dataFolder(services: Services): string {
	const parts = services.exports.root.split(path.sep);
	return parts.slice(0, parts.lastIndexOf('User')).join(path.sep);
}
