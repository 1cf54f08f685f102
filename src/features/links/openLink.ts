import * as vscode from 'vscode';
import { cut, plainText } from '../../core/common/plainText';
import { nameOfSource, type ServerRecordsName } from '../../core/database/datasetDocument';
import { filtersOfLink } from '../../core/links/linkFilters';
import type { LinkedGroup, RecordsLink } from '../../core/links/recordsLink';
import { runCommand } from '../../services/commands';
import { openFiltered } from '../../services/openRecords';
import type { Services } from '../../services/services';
import { withoutIcons } from '../../vscode/escaping';
import { confirms, showInformation } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import { applicationName, describeDay } from '../../wording/planMessages';

const { l10n } = vscode;

export type LinkServices = Pick<
	Services,
	'accounts' | 'applications' | 'databases' | 'datasetFiles' | 'filtersToShow' | 'syncedRecords'
>;

/** Records on this machine that a link can open. */
interface LinkedRecords {
	readonly name: string;
	readonly description: string;
	readonly file: () => vscode.Uri | Promise<vscode.Uri>;
}

/** Opens the records that a link refers to, if the user agrees. */
export async function openLink(link: RecordsLink, services: LinkServices): Promise<void> {
	const { source, group, filters } = link;
	const found =
		source.kind === 'application' ? await syncedRecordsOf(source.id, services) : datasetsOf(source.name, services);
	const [first] = found;
	if (!first) {
		await reportMissing(source, services);
		return;
	}
	if (!(await agrees(link, first.name))) {
		return;
	}
	const chosen = found.length === 1 ? first : await choose(found);
	if (chosen) {
		const file = await chosen.file();
		await openFiltered(services.filtersToShow, file, { ...filtersOfLink(filters), showsFirst: false, group });
	}
}

async function syncedRecordsOf(
	id: string,
	{ accounts, syncedRecords }: Pick<LinkServices, 'accounts' | 'syncedRecords'>,
): Promise<readonly LinkedRecords[]> {
	const found: LinkedRecords[] = [];
	for (const service of new Set((await accounts.list()).map((account) => account.service))) {
		for (const { known } of await syncedRecords.list({ service })) {
			if (known?.plan.application.id === id) {
				found.push({
					name: shown(applicationName(known.plan)),
					description: l10n.t('since {0}', describeDay(known.plan.since)),
					file: () => vscode.Uri.file(known.manifest),
				});
			}
		}
	}
	return found;
}

/** Returns datasets in connected databases. Doesn't send requests to the databases. */
function datasetsOf(
	name: string,
	{ databases, datasetFiles }: Pick<LinkServices, 'databases' | 'datasetFiles'>,
): readonly LinkedRecords[] {
	return databases.list().flatMap((connection) => {
		const mapping = databases
			.mappedTables(connection)
			.find((table) => nameOfSource({ kind: 'table', mapping: table }) === name);
		const isHidden = !mapping && connection.database !== '' && connection.database !== name;
		const of: ServerRecordsName = mapping ? { kind: 'table', mapping } : { kind: 'dataset', database: name };
		const file = () => datasetFiles.write({ connection, of });
		return isHidden ? [] : [{ name, description: shown(connection.name), file }];
	});
}

async function agrees({ source, group, filters }: RecordsLink, name: string): Promise<boolean> {
	const open = l10n.t('Open');
	const question =
		source.kind === 'application'
			? l10n.t('Open the synced records of {0} from a link?', name)
			: l10n.t('Open the dataset {0} from a link?', name);
	const detail = [
		...(source.kind === 'application' ? [l10n.t('Application: {0}', source.id)] : []),
		...(group ? [l10n.t('Group: {0} ({1})', group.fingerprint, keyWords(group))] : []),
		...filters.map(({ column, test, values }) =>
			l10n.t('Filter: {0}', shown(`${column} ${test} ${values.map((value) => `"${value}"`).join(', ')}`)),
		),
		l10n.t('Opening the link replaces the current filters.'),
	];
	return confirms(question, detail.join('\n'), open);
}

function keyWords({ by }: LinkedGroup): string {
	switch (by) {
		case 'frames':
			return l10n.t('by stack frames');
		case 'name':
			return l10n.t('by name');
		case 'message':
			return l10n.t('by message');
		case 'topFrame':
			return l10n.t('by top frame');
	}
}

async function choose(found: readonly LinkedRecords[]): Promise<LinkedRecords | undefined> {
	const answer = await pickOne({
		title: l10n.t('Open Link'),
		placeholder: l10n.t('Choose the records to open'),
		items: found.map((records) => ({
			label: withoutIcons(records.name),
			description: withoutIcons(records.description),
			value: records,
		})),
	});
	return answer.kind === 'value' ? answer.value : undefined;
}

async function reportMissing(
	source: RecordsLink['source'],
	{ applications }: Pick<LinkServices, 'applications'>,
): Promise<void> {
	if (source.kind === 'dataset') {
		void showInformation(l10n.t('The link names the dataset {0}, but no database is connected.', source.name));
		return;
	}
	const node = (await applications.nodes()).find(({ application }) => application.id === source.id);
	if (!node) {
		const message = l10n.t('The link names the application {0}, which has no synced records here.', source.id);
		void showInformation(message);
		return;
	}
	const sync = l10n.t('Sync Records…');
	const name = shown(node.application.name ?? source.id);
	const message = l10n.t('{0} has no synced records here. Sync them, and then open the link again.', name);
	if ((await showInformation(message, sync)) === sync) {
		await runCommand('appErrors.syncRecords', node);
	}
}

function shown(text: string): string {
	return cut(plainText(text), 200);
}
