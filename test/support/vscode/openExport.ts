import { ResultsView } from './resultsView';
import { eventually } from './waiting';
import type { Workbench } from './workbench';

export interface ExportChoices {
	readonly application: string;
	readonly range?: string;
}

/** Returns a pattern for the tab of an application's records. At first, the tab shows the file name. */
export function tabOf(application: string, contents = ''): RegExp {
	return new RegExp(`^${application} – ${contents}|^${application.toLowerCase().replaceAll(' ', '-')}[._].*`);
}

export async function openSampleData(workbench: Workbench): Promise<void> {
	await openExport(workbench);
	await workbench.closeEditor();
}

export async function openWizard(workbench: Workbench, application: string): Promise<void> {
	const { quickInput } = workbench;
	// If the tree is redrawn during the click, the command receives no row as its argument.
	await eventually(`The wizard of ${application}`, async () => {
		await workbench.tree('Applications').clickInline(application, 'Export Errors…');
		await quickInput.opened();
		// This prompt appears before the first export, except for sample data.
		if ((await quickInput.title()).includes('Count Devices')) {
			await quickInput.pick("Don't count devices");
			await quickInput.opened(`Export Errors: ${application}`);
		}
		if ((await quickInput.title()).endsWith(application)) return true;
		await quickInput.escape();
		await quickInput.closed();
		return undefined;
	});
}

export async function exportRecords(workbench: Workbench, { application, range }: ExportChoices): Promise<ResultsView> {
	const { quickInput } = workbench;
	await openWizard(workbench, application);
	if (range !== undefined) {
		await quickInput.pick('Range');
		await quickInput.pick(range);
	}
	await quickInput.pick('Export');
	await quickInput.closed();
	await workbench.waitForTab(tabOf(application));
	return new ResultsView(workbench.webview()).ready();
}

export async function openExport(workbench: Workbench): Promise<ResultsView> {
	await workbench.openContainer('App Errors');
	await workbench.tree('Applications').clickWelcome('Explore Sample Data');
	await workbench.tree('Applications').waitForRow('Notes');
	await workbench.waitForTab(tabOf('Shop for Android'));
	return new ResultsView(workbench.webview()).ready();
}
