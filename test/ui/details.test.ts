import assert from 'node:assert/strict';
import { uiEnvironment } from '../support/vscode/uiEnvironment';
import { eventually } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

describe('extension details page', () => {
	uiEnvironment();
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
	});

	after(() => workbench?.close());

	it('shows the README without broken images', async () => {
		await workbench.openContainer('Extensions');
		await workbench.page.locator('.extension-list-item', { hasText: 'App Errors' }).click();
		const readme = await eventually('The README', async () => {
			for (const frame of workbench.page.frames()) {
				if (
					(await frame
						.getByRole('heading', { level: 1, name: 'App Errors' })
						.count()
						.catch(() => 0)) > 0
				) {
					return frame;
				}
			}
			return undefined;
		});
		const broken = await readme
			.locator('img')
			.evaluateAll((images) => images.filter((image) => !('naturalWidth' in image) || image.naturalWidth === 0).length);
		assert.equal(broken, 0);
		await workbench.screenshot('extension-details');
	});
});
