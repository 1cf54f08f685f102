import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openExport } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { uiEnvironment } from '../support/vscode/uiEnvironment';
import { eventually } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

describe('triage states in the editor window', () => {
	const environment = uiEnvironment();
	let workbench: Workbench;
	reportFailures(() => workbench);

	beforeEach(async () => {
		workbench = await Workbench.open();
		await openExport(workbench);
	});

	afterEach(async () => {
		await workbench?.close();
		await rm(join(environment.workspace, '.app-errors'), { recursive: true, force: true });
	});

	const badge = (name: string) => new ResultsView(workbench.webview()).group(0).locator('.badge', { hasText: name });

	it('writes the chosen state to a file in the workspace, and shows it on the group', async () => {
		const { quickInput } = workbench;
		const view = new ResultsView(workbench.webview());
		await view.groups();
		await view.group(0).click({ button: 'right' });
		await view.frame.getByRole('menuitem', { name: 'Edit Triage…' }).click();
		await quickInput.opened();
		await quickInput.pick('Fixed In…');
		await eventually('The newest version', async () => /^\d/.test(await quickInput.value()) || undefined);
		await quickInput.type('99.1');
		await quickInput.accept();
		// The completeness of this export isn't verified, so the fix can't be confirmed.
		await badge('Inconclusive').waitFor();
		await workbench.screenshot('triage-state');
		const folder = join(environment.workspace, '.app-errors', 'triage', '101');
		const [name = '', ...others] = await readdir(folder);
		assert.deepEqual(others, []);
		const { state, in: versions } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, unknown>;
		assert.deepEqual([state, versions], ['fixed', ['99.1']]);
	});
});
