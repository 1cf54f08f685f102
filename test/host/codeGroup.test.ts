import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { setSetting } from '../support/host/product';
import { follow, linksOf, questionOf, stagedTraces, useTraceStage, whereIs } from '../support/host/traceStage';

const { One, Two, Three } = vscode.ViewColumn;
const [{ text, link }] = stagedTraces as [(typeof stagedTraces)[0]];
const other = 'CheckoutActivity.kt:42';

describe('code that a frame leads to', () => {
	const stage = useTraceStage();
	afterEach(() => setSetting('appErrors.openCode', undefined));

	const groups = () => vscode.window.tabGroups.all.length;
	const column = () => vscode.window.activeTextEditor?.viewColumn;
	/** Goes back to a trace, as by a click on its tab, and on to a frame of it. */
	const jump = async (trace: vscode.TextDocument, to: string, from: vscode.ViewColumn = One) => {
		await vscode.window.showTextDocument(trace, { viewColumn: from, preview: false });
		await follow((await linksOf(trace)).get(to));
		assert.match(whereIs(), new RegExp(`${to.replace('.', '\\.')}$`));
	};

	it('is shown in one group beside the trace, jump after jump', async () => {
		const trace = await stage.open('device.log', text);
		for (const to of [link, other, link, other]) {
			await jump(trace, to);
			assert.deepEqual([groups(), column()], [2, Two]);
			assert.ok(vscode.window.visibleTextEditors.some(({ document }) => document === trace));
		}
	});

	it('stays in its group for who comes from a group that has not got the focus yet', async () => {
		const trace = await stage.open('device.log', text);
		await jump(trace, link);
		for (let jumps = 0; jumps < 3; jumps++) {
			// The focus is in the code, as it still is when a page tells of a click.
			await stage.services.frames.open({ ...questionOf(text), where: 'beside', from: One });
			assert.deepEqual([groups(), column()], [2, Two]);
		}
	});

	it('covers no other trace, and is found again when groups have moved', async () => {
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

	it('takes the place of the trace where the setting says so', async () => {
		await setSetting('appErrors.openCode', 'same');
		const trace = await stage.open('device.log', text);
		await jump(trace, link);
		await jump(trace, other);
		assert.deepEqual([groups(), column()], [1, One]);
		await stage.services.frames.open({ ...questionOf(text), where: 'beside', from: One });
		assert.deepEqual([groups(), column()], [2, Two]);
	});
});
