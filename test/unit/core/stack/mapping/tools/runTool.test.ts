import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isProblem } from '../../../../../../src/core/common/errors';
import {
	killTreeCommand,
	killWith,
	runTool,
	type ToolLimits,
} from '../../../../../../src/core/stack/mapping/tools/runTool';
import { Roll, writeTool } from '../support/fakeTool';
import { never, withFolder } from '../support/temporary';

const limits: ToolLimits = { milliseconds: 30_000, bytes: 1024 ** 2 };
const nothing = { arguments: [], input: undefined };

function run(
	script: string,
	given = nothing as Parameters<typeof runTool>[1],
	over: Partial<ToolLimits> = {},
	signal = never,
) {
	return withFolder(async (folder) => {
		const file = await writeTool(folder, 'tool', script);
		return runTool(
			{ path: process.execPath, lead: [file, 'lead'], env: { ADDED: 'yes' } },
			given,
			{ ...limits, ...over },
			signal,
		);
	});
}

const tell = 'process.stdout.write(JSON.stringify';

describe('external tool', () => {
	it('passes arguments unchanged to an external tool without using a shell', async () => {
		const list = ['$(touch x)', '; ls', '`id`', '*', 'a b', '"', "'", '-o', '\t', 'ü'];
		const end = await run(`${tell}(process.argv.slice(2)))`, { arguments: list, input: undefined });
		assert.deepEqual(end, { kind: 'done', output: JSON.stringify(['lead', ...list]) });
	});

	it('passes input to an external tool and runs it in a folder without workspace files', async () => {
		const end = await run(
			`let text = ''; process.stdin.on('data', (data) => (text += data)).on('end', () => ${tell}([text, process.cwd(), process.env.ADDED])))`,
			{ arguments: [], input: 'frames\nof a trace' },
		);
		assert.ok(end.kind === 'done', JSON.stringify(end));
		const [text, folder, added] = JSON.parse(end.output) as string[];
		assert.deepEqual([text, path.resolve(folder ?? ''), added], ['frames\nof a trace', path.resolve(tmpdir()), 'yes']);
	});

	it('removes symbol server URLs from the environment of an external tool', async () => {
		const before = process.env['DEBUGINFOD_URLS'];
		process.env['DEBUGINFOD_URLS'] = 'https://symbols.example';
		try {
			const end = await run(`${tell}(process.env.DEBUGINFOD_URLS))`);
			assert.deepEqual(end, { kind: 'done', output: '""' });
		} finally {
			if (before === undefined) {
				delete process.env['DEBUGINFOD_URLS'];
			} else {
				process.env['DEBUGINFOD_URLS'] = before;
			}
		}
	});

	it('accepts an external tool that ignores its input', async () => {
		assert.deepEqual(await run('process.stdin.destroy()', { arguments: [], input: 'x'.repeat(10_000_000) }), {
			kind: 'done',
			output: '',
		});
	});

	it('reports the first line of the error output as plain text if a tool fails', async () => {
		assert.deepEqual(await run(`console.error('\\n\\u202eno \\x07such file\\nand more'); process.exitCode = 3`), {
			kind: 'failed',
			status: '3',
			words: 'no such file',
		});
		assert.deepEqual(await run(`process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)`), {
			kind: 'failed',
			status: process.platform === 'win32' ? '1' : 'SIGTERM',
			words: '',
		});
	});

	it("limits the length of a failed tool's error output", async () => {
		const end = await run(`process.stderr.write('x'.repeat(10_000_000), () => process.exit(1))`);
		assert.ok(end.kind === 'failed' && end.words.length === 300, JSON.stringify(end).slice(0, 500));
	});

	it('reports a missing external tool', async () => {
		const missing = { path: '/nowhere/tool', lead: [], env: {} };
		assert.deepEqual(await runTool(missing, nothing, limits, never), { kind: 'notStarted', code: 'ENOENT' });
	});

	describe('termination of an external tool', () => {
		let roll: Roll;

		beforeEach(async () => {
			roll = await Roll.open();
		});

		afterEach(() => roll.close());

		/** Script that starts a child process and never ends, like the scripts of ndk-stack and flutter. */
		const family = (more = '') =>
			`${roll.call} require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(roll.call)}], { stdio: 'inherit' }); ${more}`;

		it('kills a tool and its child processes when aborted', async () => {
			const stop = new AbortController();
			const running = run(family(), nothing, {}, stop.signal);
			await roll.living(2);
			stop.abort();
			await assert.rejects(running, (error) => isProblem(error, 'cancelled'));
			await roll.living(0);
		});

		it('kills a tool and its child processes when the time limit is exceeded', async () => {
			const running = run(family(), nothing, { milliseconds: 1000 });
			assert.deepEqual(await running, { kind: 'timeLimit', seconds: 1 });
			await roll.living(0);
		});

		it('kills a tool and its child processes when it produces too much output', async () => {
			const running = run(family(`setInterval(() => process.stdout.write('x'.repeat(100_000)), 1)`));
			assert.deepEqual(await running, { kind: 'outputLimit', bytes: limits.bytes });
			await roll.living(0);
		});
	});

	it('does not start a tool if the signal is already aborted', () =>
		assert.rejects(run('', nothing, {}, AbortSignal.abort()), (error) => isProblem(error, 'cancelled')));
});

describe('terminating a tool on Windows', () => {
	it('terminates a tool and its child processes with taskkill.exe from the Windows folder', () => {
		assert.deepEqual(killTreeCommand(41, { SystemRoot: 'D:\\Windows' }), {
			file: 'D:\\Windows\\System32\\taskkill.exe',
			args: ['/pid', '41', '/T', '/F'],
		});
		assert.equal(killTreeCommand(41, {}).file, 'C:\\Windows\\System32\\taskkill.exe');
	});

	it('terminates at least the tool itself if taskkill.exe fails or is missing', async () => {
		const commands = [
			{ file: process.execPath, args: ['-e', 'process.exit(1)'] },
			{ file: path.join(tmpdir(), 'missing', 'taskkill.exe'), args: [] },
		];
		for (const command of commands) {
			const tool = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
			const exited = once(tool, 'exit');
			killWith(command, tool);
			await exited;
			assert.equal(tool.signalCode, 'SIGKILL');
		}
	});
});
