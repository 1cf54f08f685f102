import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { setSetting } from '../support/host/product';
import { follow, getLinks, getQuestion, stagedTraces, useTraceHarness, whereIs } from '../support/host/traceHarness';

const { One, Two, Three } = vscode.ViewColumn;
const [{ text, link }] = stagedTraces as [(typeof stagedTraces)[0]];
const other = 'CheckoutActivity.kt:42';

describe('editor group for the source code of stack frames', () => {
	const stage = useTraceHarness();
	afterEach(() => setSetting('appErrors.openSource', undefined));

	const groups = () => vscode.window.tabGroups.all.length;
	const column = () => vscode.window.activeTextEditor?.viewColumn;
	const jump = async (trace: vscode.TextDocument, to: string, from: vscode.ViewColumn = One) => {
		await vscode.window.showTextDocument(trace, { viewColumn: from, preview: false });
		await follow((await getLinks(trace)).get(to));
		assert.match(whereIs(), new RegExp(`${to.replace('.', '\\.')}$`));
	};

	it('opens the code of every frame in the same editor group beside the trace', async () => {
		const trace = await stage.open('device.log', text);
		for (const to of [link, other, link, other]) {
			await jump(trace, to);
			assert.deepEqual([groups(), column()], [2, Two]);
			assert.ok(vscode.window.visibleTextEditors.some(({ document }) => document === trace));
		}
	});

	it('reuses the editor group of the code even while the code has focus', async () => {
		const trace = await stage.open('device.log', text);
		await jump(trace, link);
		for (let jumps = 0; jumps < 3; jumps++) {
			// The code still has focus, as it does when a webview reports a click.
			await stage.services.frames.open({ ...getQuestion(text), where: 'beside', from: One });
			assert.deepEqual([groups(), column()], [2, Two]);
		}
	});

	it("never opens code on top of another trace, and finds the code's editor group after a group was closed", async () => {
		const trace = await stage.open('device.log', text);
		await vscode.commands.executeCommand(
			'appErrors.openTraceDocument',
			{ title: 'Another', text, origin: { application: [], version: undefined, osName: undefined } },
			Two,
		);
		const [second] = vscode.window.visibleTextEditors.filter(({ viewColumn }) => viewColumn === Two);
		assert.ok(second);
		await jump(trace, link);
		assert.deepEqual([groups(), column()], [3, Three]);
		await jump(second.document, other, Two);
		assert.deepEqual([groups(), column()], [3, Three]);
		await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
		assert.deepEqual([groups(), column()], [2, Two], 'whoever closes the code is back at what led to it');
		await jump(second.document, other, Two);
		const [first] = vscode.window.tabGroups.all;
		assert.ok(first && (await vscode.window.tabGroups.close(first)));
		await jump(second.document, link);
		assert.deepEqual([groups(), column()], [2, Two]);
	});

	it("opens the code in the trace's editor group if configured in the settings", async () => {
		await setSetting('appErrors.openSource', 'active');
		const trace = await stage.open('device.log', text);
		await jump(trace, link);
		await jump(trace, other);
		assert.deepEqual([groups(), column()], [1, One]);
		await stage.services.frames.open({ ...getQuestion(text), where: 'beside', from: One });
		assert.deepEqual([groups(), column()], [2, Two]);
	});
});
