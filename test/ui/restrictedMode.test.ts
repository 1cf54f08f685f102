import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openExport } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { reportFailures, Workbench } from '../support/vscode/workbench';

describe('untrusted folder with its own settings', () => {
	let folder: string;
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'app-errors-restricted-'));
		await mkdir(join(folder, '.vscode'));
		await writeFile(
			join(folder, '.vscode', 'settings.json'),
			JSON.stringify({
				'appErrors.baseUrl': 'https://elsewhere.example',
				'appErrors.authUrl': 'https://elsewhere.example',
				'appErrors.exports.folder': join(folder, 'exports'),
				'appErrors.additionalFields': [{ name: 'of_the_folder' }],
				'appErrors.timeZone': 'Asia/Tokyo',
				'appErrors.mappings': [join(folder, '**')],
				'appErrors.exports.maxAgeDays': 1,
			}),
		);
		workbench = await Workbench.open({ restricted: true, folder });
	});

	after(async () => {
		await workbench?.close();
		await rm(folder, { recursive: true, force: true });
	});

	it("exports to the user's export folder even if an untrusted folder's settings specify another", async () => {
		await openExport(workbench);
		const results = await new ResultsView(workbench.webview()).ready();
		await results.waitForGroups(4);
		assert.equal(existsSync(join(folder, 'exports')), false);
		assert.deepEqual(await readdir(folder), ['.vscode']);
	});

	it('ignores the service URL in the settings of an untrusted folder', async () => {
		await workbench.runCommand('App Errors: Sign In');
		await workbench.quickInput.opened('Sign In (1/3)');
		assert.equal(await workbench.quickInput.value(), '');
		await workbench.quickInput.escape();
	});
});
