import * as vscode from 'vscode';
import * as account from './features/account/register';
import * as agents from './features/agents/register';
import * as applications from './features/applications/register';
import * as codeMarks from './features/codeMarks/register';
import * as compare from './features/compare/register';
import * as databases from './features/databases/register';
import * as exportedRecords from './features/exports/register';
import * as help from './features/help/register';
import * as links from './features/links/register';
import * as results from './features/results/register';
import * as revisions from './features/revisions/register';
import * as sample from './features/sample/register';
import * as savedExports from './features/savedExports/register';
import * as stackLinks from './features/stackLinks/register';
import * as storage from './features/storage/register';
import * as syncedRecords from './features/sync/register';
import * as wizard from './features/wizard/register';
import { createServices } from './services/createServices';
import { DisposableStore } from './shared/disposables';
import { localize } from './wording/l10n';

export type Product = ReturnType<typeof startProduct>;

export function startProduct(context: vscode.ExtensionContext, applicationsView: applications.ApplicationsTree) {
	const { t, bundle } = vscode.l10n;
	localize({ t, bundle, language: vscode.env.language });
	const store = new DisposableStore();
	const services = createServices(context, store);
	const { sessions } = store.add(account.register(services));
	const { rows, overview } = store.add(applications.register(services, applicationsView));
	const { results: resultsEditor } = store.add(results.register(services));
	const traces = store.add(stackLinks.register(services));
	const comparisons = store.add(compare.register(services));
	const { lenses: savedExportLenses } = store.add(savedExports.register(services));
	const { tools: agentTools } = store.add(agents.register(services));
	for (const feature of [
		wizard,
		exportedRecords,
		syncedRecords,
		databases,
		codeMarks,
		revisions,
		sample,
		storage,
		help,
	]) {
		store.add(feature.register(services));
	}
	return {
		services,
		sessions,
		rows,
		overview,
		resultsEditor,
		links: traces.links,
		definitions: traces.definitions,
		terminalLinks: traces.terminalLinks,
		traceDocuments: traces.documents,
		comparisonPanels: comparisons.panels,
		agentTools,
		savedExportLenses,
		uriHandler: links.register(services),
		dispose: () => store.dispose(),
	};
}
