import assert from 'node:assert/strict';
import path from 'node:path';
import { AgentClient } from '../support/cli/agentClient';
import { exportRecords } from '../support/vscode/openExport';
import type { ResultsView } from '../support/vscode/resultsView';
import { uiEnvironment } from '../support/vscode/uiEnvironment';
import { reportFailures, Workbench } from '../support/vscode/workbench';

describe('packaged extension', () => {
	const { screenshots, sample } = uiEnvironment();
	let workbench: Workbench;
	let results: ResultsView;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		await workbench.openContainer('App Errors');
	});

	after(() => workbench?.close());

	it('signs in with a pasted address and a token', async () => {
		const { quickInput } = workbench;
		await workbench.tree('Applications').clickWelcome('Sign In');
		for (const [step, text] of [
			['Sign In (1/3)', sample.url],
			['Sign In (2/3)', sample.token],
			['Sign In (3/3)', undefined],
		] as const) {
			await quickInput.opened(step);
			if (text !== undefined) await quickInput.type(text);
			await quickInput.accept();
		}
		await workbench.tree('Applications').waitForRow('Shop for Android');
	});

	it('exports the records of an application and shows their groups', async () => {
		results = await exportRecords(workbench, { application: 'Shop for Android' });
		const all = await results.waitForAllRecords();
		await results.waitForGroups(4);
		await results.group(0).click();
		const left = await results.waitForCount((count) => count < all);
		await results.waitForFirstGroup(left);
	});

	it('opens the line of code that a stack frame refers to', async () => {
		await results
			.button(/^Remove filter/)
			.first()
			.click();
		await results.search('CartTotals.sum(CartTotals.kt:17)');
		await results.frameLink('CartTotals.kt:17').click();
		await workbench.editor.waitForPlace('shop-android/app/src/main/kotlin/com/example/shop/cart/CartTotals.kt', 17);
	});

	it('packages a CLI that answers requests from agents over MCP', async () => {
		const library = path.join(screenshots, 'exports');
		const script = path.join('dist', 'npm', 'cli.js');
		await using agent = await AgentClient.start({
			command: process.execPath,
			args: [script, 'mcp', '--library', library],
		});
		assert.match(await agent.text('list_exports'), /^exports: 0 /);
	});
});
