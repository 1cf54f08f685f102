import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { getConfiguration, startOfServer, withServer } from '../../../../src/core/agent/setUp/clientConfiguration';
import { getLauncher } from '../../../../src/core/agent/setUp/launcher';
import { AgentClient } from '../../../support/cli/agentClient';
import { addExport } from '../export/support/library';
import { useTemporaryFolder } from '../export/support/temporaryFolder';

const start = startOfServer("/it's here/code", '/a folder/app-errors.js');

describe('MCP client configuration', () => {
	it('adds the MCP server to a client configuration and preserves the other entries', () => {
		const servers = { other: { command: 'x', env: { A: 'é "q"' } } };
		for (const indent of ['\t', '  ']) {
			const before = JSON.stringify({ theme: 'dark', mcpServers: servers, list: [1, 2.5] }, undefined, indent);
			const after = withServer('json', before, start) ?? '';
			assert.deepEqual(JSON.parse(after), {
				theme: 'dark',
				mcpServers: { ...servers, 'app-errors': start },
				list: [1, 2.5],
			});
			assert.match(after, new RegExp(`^${indent}"theme"`, 'm'));
			assert.equal(withServer('json', after, start), after);
		}
		assert.deepEqual(JSON.parse(withServer('json', ' ', start) ?? ''), { mcpServers: { 'app-errors': start } });
		const toml = 'model = "x"\n\n[mcp_servers.other]\ncommand = "y"';
		assert.equal(withServer('toml', toml, start), `${toml}\n\n${getConfiguration('toml', start)}`);
	});

	it('starts the MCP server without a shell, so that special characters in paths need no quoting', () => {
		for (const name of ['Юрий', 'Zoë', 'R&D', 'Jane (Work)', '100% %TEMP%', "O'Neil"]) {
			const [program, script] = [`C:\\Users\\${name}\\Code.exe`, `C:\\Users\\${name}\\app-errors.js`];
			const expected = { command: program, args: [script, 'mcp'], env: { ELECTRON_RUN_AS_NODE: '1' } };
			const { mcpServers } = JSON.parse(getConfiguration('json', startOfServer(program, script)));
			assert.deepEqual(mcpServers, { 'app-errors': expected });
			const [, command = '', args = ''] =
				/^command = (.*)\nargs = (.*)\nenv = \{ ELECTRON_RUN_AS_NODE = "1" \}$/m.exec(
					getConfiguration('toml', startOfServer(program, script)),
				) ?? [];
			assert.deepEqual([JSON.parse(command), JSON.parse(args)], [program, expected.args]);
		}
	});

	it('leaves a client configuration unchanged if an edit could lose content', () => {
		for (const text of [
			'{\n\t// mine\n\t"mcpServers": {}\n}',
			'{ "a": 1, "a": 2 }',
			'{ "a": 12345678901234567890 }',
			'{ "mcpServers": [] }',
			'[]',
			'{',
		]) {
			assert.equal(withServer('json', text, start), undefined, text);
		}
		for (const text of [
			'[mcp_servers.app-errors]\ncommand = "mine"',
			'[ mcp_servers . "app-errors" ]',
			'mcp_servers = { other = {} }',
			'note = """\n[mcp_servers.x]',
		]) {
			assert.equal(withServer('toml', text, start), undefined, text);
		}
	});
});

describe('CLI launcher script', () => {
	const folder = useTemporaryFolder();
	const run = promisify(execFile);

	function install(version: string): string {
		const extension = join(folder.path, "user's extensions", `app-errors.app-errors-${version}`);
		mkdirSync(join(extension, 'dist'), { recursive: true });
		writeFileSync(join(extension, 'dist', 'cli.js'), `process.stdout.write('${version} ' + process.argv.slice(2));`);
		return extension;
	}

	function launch(extensionFolder: string) {
		const script = join(folder.path, "Юрий & Zoë's 100% (Work)", 'app errors.js');
		mkdirSync(dirname(script), { recursive: true });
		const text = getLauncher({
			extensionFolder,
			extensionsFolder: join(folder.path, "user's extensions"),
			extensionId: 'app-errors.app-errors',
			library: join(folder.path, 'library'),
			personalColumns: ['customer', 'branch'],
		});
		writeFileSync(script, text);
		return startOfServer(process.execPath, script);
	}

	const outputOf = async ({ command, args: [script = ''], env }: ReturnType<typeof launch>, given: string[] = []) =>
		(await run(command, [script, ...given], { env: { ...process.env, ...env } })).stdout;

	it('launcher runs the newest installed version, or its own version if no installed version is found', async () => {
		const writer = install('0.9.0');
		const launcher = launch(writer);
		const told = () => outputOf(launcher, ['a', 'b c']);
		assert.equal(await told(), '0.9.0 a,b c');
		install('0.10.0');
		const broken = install('0.11.0');
		renameSync(join(broken, 'dist', 'cli.js'), join(broken, 'dist', 'gone.js'));
		assert.equal(await told(), '0.10.0 a,b c');
		renameSync(join(folder.path, "user's extensions"), join(folder.path, 'elsewhere'));
		const other = launch(join(folder.path, 'elsewhere', 'app-errors.app-errors-0.9.0'));
		assert.equal(await outputOf(other), '0.9.0 ');
	});

	it('launcher passes the declared personal columns to the CLI', async () => {
		const extension = install('1.0.0');
		const told = 'process.stdout.write(process.env.APP_ERRORS_PERSONAL_COLUMNS);';
		writeFileSync(join(extension, 'dist', 'cli.js'), told);
		assert.equal(await outputOf(launch(extension)), 'customer,branch');
	});

	it("launcher starts the MCP server with the editor's exports", async () => {
		await addExport(join(folder.path, 'library'), { records: 'error\nx\n' });
		const extension = install('1.0.0');
		for (const file of ['cli.js', 'mcp.js', 'engine.js']) {
			copyFileSync(resolve('dist', file), join(extension, 'dist', file));
		}
		const launcher = launch(extension);
		const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
		assert.equal(await outputOf(launcher, ['--version']), `${version}\n`);
		await using client = await AgentClient.start(launcher);
		assert.match(await client.text('list_exports'), /^e1: application 101 /m);
	});
});
