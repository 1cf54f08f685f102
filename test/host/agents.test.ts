import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { registerAgentTools } from '../../src/activation/agents';
import { FirstUse } from '../../src/activation/firstUse';
import { agentTools } from '../../src/core/agent/tools/agentTools';
import { getConfirmation } from '../../src/features/agents/startExport';
import { agentToolNames, agentToolPrefix, stateKeys } from '../../src/ids';
import type { Product } from '../../src/product';
import type { AgentSubject } from '../../src/services/commands';
import { AgentClient, withoutNonce } from '../support/cli/agentClient';
import { useExportsHarness } from '../support/host/exportsHarness';
import { MemoryMemento } from '../support/host/memory';
import { theProduct } from '../support/host/product';
import { Replacements } from '../support/host/replacements';
import { eventually } from '../support/vscode/waiting';

const never = new vscode.CancellationTokenSource().token;

function getText({ content }: vscode.LanguageModelToolResult): string {
	return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

async function invoke(tool: keyof typeof agentTools, input: object): Promise<string> {
	const asked = { input, toolInvocationToken: undefined };
	return getText(await vscode.lm.invokeTool(agentToolPrefix + tool, asked, never));
}

describe('language model tools and MCP server', () => {
	const stage = useExportsHarness();
	const offered = () => vscode.lm.tools.filter(({ name }) => name.startsWith(agentToolPrefix)).map(({ name }) => name);
	const exported = async () => {
		const entry = await stage.run();
		assert(entry?.outcome);
		return entry;
	};

	it('registers each language model tool once as soon as an export exists', async () => {
		await exported();
		const names = await eventually('the tools', async () => (offered().length > 0 ? offered() : undefined));
		assert.deepEqual(
			names.sort(),
			Object.keys(agentTools)
				.map((name) => agentToolPrefix + name)
				.sort(),
		);
	});

	it('returns tool results from the engine with source locations in the workspace', async () => {
		const { outcome } = await exported();
		const { services } = stage;
		const list = await invoke('list_exports', {});
		const [, id = ''] = /^(e\d+): application 101 /m.exec(list) ?? [];
		assert.match(list, new RegExp(`${(outcome?.rows ?? 0).toLocaleString('en-US')} records`));
		const groups = await invoke('top_groups', { export: id });
		assert.match(groups, /^groups: \d+ by frames, of /m);
		const [, group = ''] = /^(g\d+): /m.exec(groups) ?? [];
		const detail = await invoke('get_group', { group, breakdown: ['os_name'] });
		assert.match(detail, /^f1: /m);
		for (const [tool, input, text] of [
			['top_groups', { export: id }, groups],
			['get_group', { group, breakdown: ['os_name'] }, detail],
		] as const) {
			assert.ok(text.length <= 7_500);
			const asked = { tool, input, libraries: services.exports.roots, personalColumns: [], git: { tagPatterns: [] } };
			const reply = await services.engine.call('agentAnswer', asked);
			assert(reply.kind === 'answer');
			assert.equal(withoutNonce(text), withoutNonce(reply.answer.text));
		}
		assert.match(await invoke('search_records', { export: id, query: 'os:android' }), /^records: [\d,]+ match/m);
		assert.match(await invoke('compare', { before: id, after: id }), /^verdicts based on /m);
		await assert.rejects(invoke('errors_at', { path: 'Nowhere.kt' }), /no such file/);
		await assert.rejects(invoke('top_groups', { export: 'e999' }), /Call list_exports/);
	});

	it('returns the same tool results over MCP as in the editor', async () => {
		await exported();
		const root = stage.services.extensionUri.fsPath;
		await using client = await AgentClient.start({
			command: process.execPath,
			args: [join(root, 'dist', 'cli.js'), 'mcp', '--library', stage.services.exports.root],
			cwd: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
			env: { ELECTRON_RUN_AS_NODE: '1' },
		});
		// IDs depend on the number of earlier requests.
		const same = (text: string) => withoutNonce(text).replace(/\b([eg])\d+\b/g, '$1#');
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		assert(folder);
		const source = 'shop-android/app/src/main/kotlin/com/example/shop/cart/CartTotals.kt';
		const [exportId, groupId] = [/^(e\d+): /m, /^(g\d+): /m];
		const ask = async (door: (tool: keyof typeof agentTools, input: object) => Promise<string>) => {
			const list = await door('list_exports', {});
			const id = exportId.exec(list)?.[1] ?? '';
			const groups = await door('top_groups', { export: id });
			const group = groupId.exec(groups)?.[1] ?? '';
			return [
				list,
				groups,
				await door('get_group', { group, samples: 2, breakdown: ['os_name'] }),
				await door('search_records', { export: id, query: 'os:android' }),
				await door('compare', { before: id, after: id }),
				await door('errors_at', { path: source }),
				await door('errors_at', { path: join(folder.uri.fsPath, source) }),
			].map(same);
		};
		const answers = await ask(invoke);
		assert.deepEqual(await ask((tool, input) => client.text(tool, input)), answers);
		assert.match(answers.at(-1) ?? '', /CartTotals\.kt: [1-9]\d* groups/);
		assert.equal(answers.at(-1), answers.at(-2));
		for (const path of [
			'Nowhere.kt',
			join(folder.uri.fsPath, 'Nowhere.kt'),
			join(folder.uri.fsPath, '..', 'Cart.kt'),
		]) {
			const refusal = await client.refusal('errors_at', { path });
			await assert.rejects(invoke('errors_at', { path }), (error) => String(error).includes(refusal));
		}
	});

	it('copies a configuration that starts the CLI as an MCP server, without registering a server in the editor', async () => {
		const { packageJSON } = vscode.extensions.getExtension('app-errors.app-errors') ?? {};
		assert.equal(packageJSON.contributes.mcpServerDefinitionProviders, undefined);
		const { person } = stage;
		const done = vscode.commands.executeCommand('appErrors.setUpAgents');
		await person.pick(/Choose an agent/).choose(/Claude Code/);
		await person.message(/Claude Code, Copilot CLI reads its configuration from .*\.mcp\.json/).press('Copy');
		await done;
		const shown = vscode.window.activeTextEditor?.document;
		assert.equal(shown?.getText(), person.clipboard);
		const { command, args, env } = JSON.parse(person.clipboard).mcpServers['app-errors'];
		await using client = await AgentClient.start({ command, args, env });
		assert.match(await client.text('list_exports'), /^exports: /);
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
	});

	it('adds the MCP server to a client configuration after confirmation, unless the file has comments', async () => {
		const { person } = stage;
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		assert(folder);
		const setUp = async (name: string, path: string, before: string) => {
			const file = vscode.Uri.joinPath(folder.uri, path);
			await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(before));
			const done = vscode.commands.executeCommand('appErrors.setUpAgents');
			await person.pick(/Choose an agent/).choose(name);
			await person.message(new RegExp(`^${name}.* reads its configuration from`)).press('Write to File…');
			const question = person.message(new RegExp(`Add the App Errors server to .*${path}\\?`));
			assert.equal((await question.read()).modal, true);
			await question.press('Write to File');
			await done;
			await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
			const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
			await vscode.workspace.fs.delete(file);
			return text;
		};
		const written = await setUp('Cursor', '.cursor/mcp.json', '{ "mcpServers": { "other": { "command": "x" } } }');
		assert.deepEqual(Object.keys(JSON.parse(written).mcpServers), ['other', 'app-errors']);
		const commented = '{\n\t// mine\n}\n';
		assert.equal(await setUp('Gemini CLI', '.gemini/settings.json', commented), commented);
		await person.message(/was not changed/).read();
		assert.match(person.clipboard, /"app-errors"/);
	});

	it('shows the agent skill before it asks to write the file, and keeps a file with other content', async () => {
		const { person } = stage;
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		assert(folder);
		const at = (path: string) => vscode.Uri.joinPath(folder.uri, path);
		const content = async (file: vscode.Uri) =>
			vscode.workspace.fs.readFile(file).then(
				(bytes) => new TextDecoder().decode(bytes),
				() => undefined,
			);
		const setUp = async (agents: string, parent: string) => {
			const file = at(`${parent}/skills/investigate-app-errors/SKILL.md`);
			const before = await content(file);
			const done = vscode.commands.executeCommand('appErrors.setUpAgents');
			await person.pick(/Choose an agent/).choose(`Skill for ${agents}`);
			const purpose = person.message(new RegExp(`^Agents read this skill from .*${parent}`));
			await purpose.read();
			const shown = vscode.window.activeTextEditor?.document.getText() ?? '';
			assert.equal(await content(file), before);
			await purpose.press('Write to File…');
			const question = person.message(new RegExp(`^Write the skill to .*${parent}`));
			assert.equal((await question.read()).modal, true);
			await question.press('Write to File');
			await done;
			await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
			const written = await content(file);
			await vscode.workspace.fs.delete(at(parent), { recursive: true });
			return { shown, written };
		};
		const { shown, written } = await setUp('Codex, Copilot, Cursor', '.agents');
		assert.match(shown, /^---\nname: investigate-app-errors\n/);
		assert.equal(written, shown);
		const other = at('.claude/skills/investigate-app-errors/SKILL.md');
		await vscode.workspace.fs.writeFile(other, new TextEncoder().encode('Our own'));
		assert.equal((await setUp('Claude Code', '.claude')).written, 'Our own');
		await person.message(/was not changed because it has other content/).read();
		assert.equal(person.clipboard, shown);
	});

	it("shows what an agent's start_export request will export and requires confirmation", async () => {
		const { agentTools: tools } = await theProduct();
		const confirmed = async (input: unknown) => {
			const queryCache = await tools.prepare(`${agentToolPrefix}start_export`, input);
			const { message, title } = queryCache?.confirmationMessages ?? {};
			assert(title !== undefined && message instanceof vscode.MarkdownString);
			assert.equal(message.isTrusted, undefined);
			return message.value.replaceAll('\\', '');
		};
		// Loads the applications, without which the confirmation shows the ID instead of the name.
		await stage.services.applications.load();
		const range = '2026-03-01..2026-03-07';
		const filters = ['os_name:android', 'app_version_name:"[x](command:y)"'];
		const text = await confirmed({ application: '101', range, filters });
		for (const part of [
			'Shop for Android',
			'2026-03-01 00:00:00',
			'2026-03-07 23:59:59',
			'os_name = android',
			'error_name',
		]) {
			assert.ok(text.includes(part), `${part}: ${text}`);
		}
		for (const input of [undefined, null, 1, 'x', {}, { application: 7 }, { application: '101', range: 'ever' }]) {
			assert.match(await confirmed(input), /will be rejected/);
		}
		for (const tool of Object.keys(agentTools).filter((name) => name !== 'start_export')) {
			assert.equal(await tools.prepare(agentToolPrefix + tool, {}), undefined);
		}
	});

	it("escapes application names and filter values in the confirmation of an agent's export", async () => {
		const { services } = stage;
		const hostile = 'Shop [now](command:x) <img src=a> **b** `c` $(bug)\n\n# d | \\e &lt; https://f.example/g_h_i';
		await services.applications.load();
		const [node, ...others] = await services.applications.nodes();
		assert(node);
		const named = { ...node, application: { ...node.application, id: '101', name: hostile } };
		const applications = new Proxy(services.applications, {
			get: (of, key) => (key === 'nodes' ? async () => [named, ...others] : Reflect.get(of, key, of)),
		});
		const filters = ['app_version_name:"a_b * c_d"'];
		const input = { application: '101', range: '2026-03-01..2026-03-07', filters };
		const { message } = await getConfirmation({ ...services, applications }, input);
		assert(message instanceof vscode.MarkdownString);
		assert.equal(message.isTrusted, undefined);
		const escaped = /\\([!-/:-@[-`{-~])/g;
		assert.doesNotMatch(message.value.replace(escaped, ''), /[!-/:-@[-`{-~]/);
		const text = message.value.replace(escaped, '$1');
		assert.ok(text.includes(hostile.replace('\n\n', ' ')) || text.includes(hostile.replace('\n\n', '  ')), text);
		assert.ok(text.includes('app_version_name = a_b * c_d'), text);
		assert.equal(text.split('\n\n').length, 3);
	});

	it("starts an agent's export within the limits for agents, and returns before the export finishes", async () => {
		const { agentTools: tools } = await theProduct();
		const start = async (input: object) =>
			getText(await tools.invoke(`${agentToolPrefix}start_export`, { input }, never));
		await assert.rejects(start({ application: '101', range: '2025-01-01..2026-03-01' }), /longer than 31 days/);
		await assert.rejects(
			start({ application: '101', range: 'today', filters: ['profile_id:x'] }),
			/can identify a person/,
		);
		stage.fault('trickle', '60000');
		const told = await start({ application: '101', range: 'last7Days' });
		const [, id = ''] = /^(e\d+): running\./.exec(told) ?? [];
		assert.notEqual(id, '', told);
		await assert.rejects(start({ application: '101', range: 'last7Days' }), /is already running/);
		assert.match(await invoke('list_exports', {}), new RegExp(`^${id}: .*flags: running`, 'm'));
		const [run] = stage.services.running.all;
		assert.ok(run?.plan.fields.every((name) => !['profile_id', 'analytics_device_id'].includes(name)));
		run?.stop();
		await eventually('the end', async () => (stage.services.running.all.length === 0 ? true : undefined));
		stage.service.faults.clear();
		await stage.services.accounts.remove(stage.account.id);
		await assert.rejects(
			start({ application: '101', range: 'last7Days' }),
			/No account with access|request is not valid/,
		);
	});

	it('passes a group to the chat input without sending the message', async () => {
		const { folder, outcome } = await exported();
		const path = vscode.Uri.joinPath(vscode.Uri.file(folder), outcome?.file ?? '').fsPath;
		const list = await invoke('list_exports', {});
		const groups = await invoke('top_groups', { export: /^(e\d+): /m.exec(list)?.[1] ?? '', by: 'name' });
		const name = /^g\d+\.title: (".*")$/m.exec(groups)?.[1];
		assert(name);
		const opened: unknown[] = [];
		const original = vscode.commands.executeCommand;
		const replacements = new Replacements();
		replacements.replace(vscode.commands, 'executeCommand', ((command: string, ...parameters: unknown[]) =>
			command === 'workbench.action.chat.open'
				? Promise.resolve(opened.push(parameters[0]))
				: original(command, ...parameters)) as typeof original);
		const ask = (subject: AgentSubject) => stage.services.commands.run('appErrors.askAgent', [subject]);
		try {
			const value = JSON.parse(name);
			await ask({ kind: 'group', path, filters: [], key: { kind: 'name' }, value });
			await ask({ kind: 'place', file: vscode.Uri.file('/nowhere/Cart.kt'), line: 7 });
		} finally {
			replacements.dispose();
		}
		const [group, place] = opened as { query: string; isPartialQuery: boolean }[];
		assert.match(group?.query ?? '', /^Use the App Errors tools to find the cause of group g\d+ in export e\d+, /);
		assert.equal(group?.isPartialQuery, true);
		assert.match(
			place?.query ?? '',
			/^Use the App Errors tools to find the causes of the errors at \/nowhere\/Cart\.kt:7, /,
		);
		assert.match(await invoke('get_group', { group: /group (g\d+)/.exec(group?.query ?? '')?.[1] ?? '' }), /^g\d+: /m);
	});

	it('does not register language model tools if AI features are disabled', () => {
		const registered = new Set<string>();
		const key = 'chat.disableAIFeatures';
		let isOff = true;
		let change: (event: vscode.ConfigurationChangeEvent) => void = () => undefined;
		const replacements = new Replacements();
		replacements.replace(vscode.lm, 'registerTool', (name: string) => {
			registered.add(name);
			return { dispose: () => registered.delete(name) };
		});
		replacements.replace(vscode.workspace, 'getConfiguration', () => ({
			get: (asked: string) => asked === key && isOff,
		}));
		replacements.replace(vscode.workspace, 'onDidChangeConfiguration', (listener: typeof change) => {
			change = listener;
			return { dispose: () => undefined };
		});
		const switchTo = (off: boolean) => {
			isOff = off;
			change({ affectsConfiguration: (asked) => asked === key });
			return registered.size;
		};
		try {
			const extension = vscode.extensions.getExtension('app-errors.app-errors');
			const product = new FirstUse<Product>(() => Promise.reject(new Error('nobody needs it')));
			const globalState = new MemoryMemento() as unknown as vscode.ExtensionContext['globalState'];
			void globalState.update(stateKeys.hasExports, true);
			const context = { extension, globalState } as Pick<vscode.ExtensionContext, 'extension' | 'globalState'>;
			const listening = registerAgentTools(product, context);
			const all = agentToolNames.length;
			assert.equal(registered.size, 0);
			assert.deepEqual([switchTo(false), switchTo(false), switchTo(true), switchTo(false)], [all, all, 0, all]);
			listening.dispose();
			assert.equal(registered.size, 0);
		} finally {
			replacements.dispose();
		}
	});
});
