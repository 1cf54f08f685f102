import { tabOf } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { eventually } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

const sizes = [
	[1440, 900, 12],
	[1280, 800, 10],
	[800, 600, 6],
] as const;

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
		await workbench.screenshot(`triage-${width}`);
	};

	for (const [width, height, least] of sizes) {
		it(`shows at least ${least} groups in a window of ${width} × ${height}`, () => shows(least, width, height));
	}
});
