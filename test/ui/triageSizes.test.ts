import assert from 'node:assert/strict';
import { tabOf } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { eventually } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

/** Minimum numbers of visible groups without and with source code next to the results view. */
const sizes = [
	[1440, 900, 12, 4],
	[1280, 800, 10, 4],
	[1024, 768, 6, 4],
	[800, 600, 6, 2],
] as const;

const cartTotals = 'shop-android/app/src/main/kotlin/com/example/shop/cart/CartTotals.kt';

describe('list of groups next to the sidebar', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		await workbench.openContainer('App Errors');
		await workbench.tree('Applications').clickWelcome('Explore Sample Data');
		await workbench.waitForTab(tabOf('Shop for Android'));
		await view().triageReady();
	});

	after(() => workbench?.close());

	const view = () => new ResultsView(workbench.webview());
	const detail = () => view().frame.getByRole('region', { name: 'Group', exact: true });
	const frameLink = () => detail().locator('button.detail-frame');
	const selected = () => view().groupList.getByRole('option', { selected: true });
	const shows = async (least: number, width: number, height: number) => {
		let count = 0;
		await workbench.page.setViewportSize({ width, height });
		await eventually(
			() => `${least} groups, last ${count}`,
			async () => {
				count = await view().groupsInSight();
				return count >= least || undefined;
			},
			20_000,
		);
	};

	for (const [width, height, least] of sizes) {
		it(`shows at least ${least} groups in a window of ${width} × ${height}`, async () => {
			await shows(least, width, height);
			await workbench.screenshot(`triage-${width}`);
		});
	}

	describe('list of groups and source code next to the sidebar', () => {
		before(async () => {
			await workbench.page.setViewportSize({ width: 1440, height: 900 });
			await view().groupList.getByRole('option', { name: 'CartTotals.sum' }).first().click();
			await frameLink().click();
			await workbench.editor.waitForPlace(cartTotals, 17);
		});

		for (const [width, height, , least] of sizes) {
			it(`shows at least ${least} groups and the selected group in a window of ${width} × ${height}`, async () => {
				await shows(least, width, height);
				await frameLink().waitFor();
				await workbench.screenshot(`triage-code-${width}`);
			});
		}

		it('goes through ten groups and opens the code of each', async () => {
			await workbench.page.setViewportSize({ width: 1440, height: 900 });
			for (let index = 0; index < 10; index++) {
				const item = view().groupList.locator(`[data-index="${index}"]`);
				await item.click();
				await item.and(selected()).waitFor();
				await detail()
					.getByRole('heading', { name: await item.locator('.group-value').innerText() })
					.waitFor();
				const [file = '', line = ''] = (await frameLink().innerText()).split(':');
				await frameLink().click();
				await eventually(`${file}:${line}`, async () => {
					const place = `${await workbench.editor.file()} ${await workbench.editor.cursor().catch(() => '')}`;
					return place.includes(`/${file} Ln ${line},`) || undefined;
				});
				assert.equal(await selected().getAttribute('data-index'), String(index));
				assert.ok((await view().groupsInSight()) >= 4);
			}
			assert.equal(await workbench.groups(), 2);
		});
	});
});
