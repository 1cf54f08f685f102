import { basename } from 'node:path';
import * as vscode from 'vscode';
import { AppError } from '../../../core/common/errors';
import { isDatasetFile } from '../../../core/database/datasetDocument';
import { isManifest } from '../../../core/sync/model/names';
import { ReadSession } from '../../../engine/readRecords';
import type { LoadConsent, LoadTarget } from '../../../services/databases/loadConsents';
import { rethrowUnreadable } from '../../../services/pages/rethrowUnreadable';
import type { Services } from '../../../services/services';
import type { Column } from '../../../shared/results';
import { toAbortSignal } from '../../../vscode/cancellation';
import { withoutIcons } from '../../../vscode/escaping';
import { risingPercent, showInformation, showProgress, showStatus } from '../../../vscode/messages';
import { pickMany, pickOne } from '../../../vscode/quickInput';
import { describeRecordCount } from '../../../wording/formats';
import { chooseDataset } from './chooseDataset';
import { promptConsent } from './promptConsent';

const { l10n } = vscode;

type LoadIntoDatabaseServices = Pick<Services, 'engine' | 'exports' | 'syncedRecords' | 'loadConsents'>;

export async function loadIntoDatabase(
	services: LoadIntoDatabaseServices,
	path: string,
	connection: LoadConsent['connection'],
): Promise<void> {
	if (isDatasetFile(path)) {
		throw new AppError({ kind: 'onlyInFiles', what: 'load' });
	}
	const records = await getName(services, path);
	const title = l10n.t('Load {0} into Database', records);
	const target = await chooseDataset(services, connection, title);
	if (!target) {
		return;
	}
	await using opened = await read(services, path);
	const { info } = opened;
	const { loadConsents } = services;
	const agreed = target.isNew ? undefined : loadConsents.find(target, records);
	const fields = agreed?.fields ?? (await chooseLoadedFields(info.columns, target.fields, title));
	if (!fields || fields.length === 0) {
		return;
	}
	const isSynced = isManifest(path);
	const asked = { target, records, count: info.total, columns: info.columns, fields, isSynced };
	const answer = agreed && !isSynced ? 'once' : await promptConsent(asked);
	if (answer === 'copySetUp') {
		const columns = info.columns.filter(({ name }) => fields.includes(name));
		await copySetUp(services, target, columns, title);
	}
	if (answer !== 'once' && answer !== 'afterUpdates') {
		return;
	}
	const consent = { connection, dataset: target.dataset, records, fields };
	const loaded = await load(services, opened, consent, target.isNew);
	// The consent is saved only if loading succeeds. After a failure, the user is prompted again.
	await loadConsents.keep(consent);
	if (isSynced) {
		await loadConsents.setFeed(path, answer === 'afterUpdates' ? consent : undefined);
	}
	const added = l10n.t(
		'Added {0} to {1}, which now has {2}.',
		describeRecordCount(loaded.added),
		target.dataset,
		describeRecordCount(loaded.total),
	);
	void showInformation(added);
}

/**
 * Loads new records of a synced set into the dataset that the set is linked to. Does nothing if the set is not linked
 * to a dataset.
 */
export async function feedDataset(services: LoadIntoDatabaseServices, manifest: string): Promise<void> {
	const feed = services.loadConsents.feedOf(manifest);
	if (!feed) {
		return;
	}
	await using opened = await read(services, manifest);
	const { added } = await load(services, opened, feed, false);
	if (added > 0) {
		showStatus(l10n.t('Added {0} to {1}', describeRecordCount(added), feed.dataset));
	}
}

function load(
	{ engine }: Pick<Services, 'engine'>,
	{ session, info: { columns } }: ReadSession,
	{ connection, dataset, records, fields }: LoadConsent,
	setUp: boolean,
) {
	const places = columns.flatMap(({ name }, index) => (fields.includes(name) ? [index] : []));
	const title = l10n.t('Loading {0} into {1}', records, dataset);
	return showProgress({ title, cancellable: true }, async (progress, token) => {
		const report = risingPercent(progress);
		return engine.call(
			'loadRecords',
			{ session, connection, dataset, columns: places, setUp },
			{
				signal: toAbortSignal(token),
				untilEnded: true,
				onProgress: ({ stage, records, of }) => {
					// The first half of the progress is for sending the records, and the second half is for merging them.
					const share = of === 0 ? 1 : records / of;
					const percent = { waiting: 50, sending: 50 * share, merging: 50 + 50 * share }[stage];
					report(percent, describeStage(stage));
				},
			},
		);
	});
}

function describeStage(stage: 'waiting' | 'sending' | 'merging'): string {
	return {
		waiting: l10n.t('Waiting for another load to finish'),
		sending: l10n.t('Sending records'),
		merging: l10n.t('Adding new records'),
	}[stage];
}

function read({ engine, exports }: Pick<Services, 'engine' | 'exports'>, path: string): Thenable<ReadSession> {
	return showProgress({ title: l10n.t('Reading {0}', basename(path)) }, () =>
		ReadSession.read(engine, path, exports.roots).catch(rethrowUnreadable),
	);
}

async function getName(
	{ exports, syncedRecords }: Pick<Services, 'exports' | 'syncedRecords'>,
	path: string,
): Promise<string> {
	const plan = (await exports.describe(path))?.stored.plan ?? (await syncedRecords.describe(path))?.known?.plan;
	return plan ? plan.application.name || plan.application.id : basename(path);
}

async function chooseLoadedFields(
	columns: readonly Column[],
	known: readonly string[] | undefined,
	title: string,
): Promise<readonly string[] | undefined> {
	return pickMany({
		title,
		placeholder: l10n.t('Choose fields to load (visible to database users)'),
		items: columns.map(({ name, personal }) => ({
			label: withoutIcons(name),
			...(personal && { description: l10n.t('can identify a person or device') }),
			value: name,
			picked: known ? known.includes(name) : !personal,
		})),
	});
}

/** Value of the list item for a single server. It can't be a cluster name, because cluster names are never empty. */
const oneServer = '';

async function copySetUp(
	{ engine }: Pick<Services, 'engine'>,
	{ connection, dataset }: LoadTarget,
	columns: readonly Column[],
	title: string,
): Promise<void> {
	// If the user isn't permitted to list clusters, a cluster name can be entered instead.
	const clusters = engine.call('listClusters', { connection }).catch((): readonly string[] => []);
	const onCluster = (name: string) => ({ label: l10n.t('For cluster {0}', withoutIcons(name)), value: name });
	const answer = await pickOne<string>({
		title,
		placeholder: l10n.t('Choose a server or cluster, or type a cluster name'),
		items: [{ label: l10n.t('For a single server'), value: oneServer }],
		later: clusters.then((names) => names.map(onCluster)),
		typed: (text) => (/^[\w-]+$/.test(text) ? onCluster(text) : undefined),
	});
	if (answer.kind !== 'value') {
		return;
	}
	const cluster = answer.value === oneServer ? {} : { cluster: answer.value };
	await vscode.env.clipboard.writeText(await engine.call('setUpScript', { connection, dataset, columns, ...cluster }));
	showStatus(l10n.t('Copied'));
}
