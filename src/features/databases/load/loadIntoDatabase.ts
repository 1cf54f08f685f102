import { basename } from 'node:path';
import * as vscode from 'vscode';
import { AppError } from '../../../core/common/errors';
import { isDatasetFile } from '../../../core/database/datasetDocument';
import { isManifest } from '../../../core/kept/model/names';
import type { LoadConsent } from '../../../services/databases/loadConsents';
import { rethrowUnreadable } from '../../../services/pages/rethrowUnreadable';
import { ReadSession } from '../../../services/results/readRecords';
import type { Services } from '../../../services/services';
import { toAbortSignal } from '../../../vscode/cancellation';
import { risingPercent, showInformation, showProgress, showStatus } from '../../../vscode/messages';
import { describeRecordCount } from '../../../wording/formats';
import { askConsent } from './askConsent';
import { chooseDataset } from './chooseDataset';
import { chooseLoadedFields } from './chooseLoadedFields';
import { copySetUp } from './copySetUp';

const { l10n } = vscode;

type Used = Pick<Services, 'engine' | 'exports' | 'kept' | 'loadConsents'>;

/** Asks where records go and which of their fields, and adds them to the dataset there. */
export async function loadIntoDatabase(
	services: Used,
	path: string,
	connection: LoadConsent['connection'],
): Promise<void> {
	if (isDatasetFile(path)) {
		throw new AppError({ kind: 'onlyInFiles', what: 'load' });
	}
	const records = await nameOf(services, path);
	const title = l10n.t('Load {0} into a database', records);
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
	const isKept = isManifest(path);
	const asked = { target, records, count: info.total, columns: info.columns, fields, isKept };
	const answer = agreed && !isKept ? 'once' : await askConsent(asked);
	if (answer === 'copySetUp') {
		const columns = info.columns.filter(({ name }) => fields.includes(name));
		await copySetUp(services, target, columns, title);
	}
	if (answer !== 'once' && answer !== 'afterUpdates') {
		return;
	}
	const consent = { connection, dataset: target.dataset, records, fields };
	const loaded = await load(services, opened, consent, target.isNew);
	// What could not be loaded is asked about again.
	await loadConsents.keep(consent);
	if (isKept) {
		await loadConsents.setFeed(path, answer === 'afterUpdates' ? consent : undefined);
	}
	const added = l10n.t(
		'{0} were added to {1}, which has {2} now.',
		describeRecordCount(loaded.added),
		target.dataset,
		describeRecordCount(loaded.total),
	);
	void showInformation(added);
}

/** Adds what an update of kept records brought to the dataset that it feeds, if there is one. */
export async function feedDataset(services: Used, manifest: string): Promise<void> {
	const feed = services.loadConsents.feedOf(manifest);
	if (!feed) {
		return;
	}
	await using opened = await read(services, manifest);
	const { added } = await load(services, opened, feed, false);
	if (added > 0) {
		showStatus(l10n.t('{0} were added to {1}', describeRecordCount(added), feed.dataset));
	}
}

function load(
	{ engine }: Pick<Services, 'engine'>,
	{ session, info: { columns } }: ReadSession,
	{ connection, dataset, records, fields }: LoadConsent,
	setUp: boolean,
) {
	const places = columns.flatMap(({ name }, place) => (fields.includes(name) ? [place] : []));
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
					// Sending and merging are one way, half of it each.
					const share = of === 0 ? 1 : records / of;
					const percent = { waiting: 0, sending: 50 * share, merging: 50 + 50 * share }[stage];
					report(percent, describeStage(stage));
				},
			},
		);
	});
}

function describeStage(stage: 'waiting' | 'sending' | 'merging'): string {
	return {
		waiting: l10n.t('waiting for another load'),
		sending: l10n.t('sending'),
		merging: l10n.t('adding what is new'),
	}[stage];
}

function read({ engine, exports }: Pick<Services, 'engine' | 'exports'>, path: string): Thenable<ReadSession> {
	return showProgress({ title: l10n.t('Reading {0}', basename(path)) }, () =>
		ReadSession.read(engine, path, exports.roots).catch(rethrowUnreadable),
	);
}

async function nameOf({ exports, kept }: Pick<Services, 'exports' | 'kept'>, path: string): Promise<string> {
	const plan = (await exports.describe(path))?.stored.plan ?? (await kept.describe(path))?.known?.plan;
	return plan ? plan.application.name || plan.application.id : basename(path);
}
