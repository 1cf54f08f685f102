import type { Problem } from '../core/common/errors';
import type { NextUpdate, Trouble } from '../core/sync/model/nextUpdate';
import { formatNear } from './formats';
import { l10n } from './l10n';
import { explain } from './problemMessages';

export function describeSyncStatus({ nextAt, trouble }: NextUpdate, now: Date, timeZone: string): readonly string[] {
	return [
		...(trouble ? [describeTrouble(trouble)] : []),
		...(nextAt === undefined ? [] : [l10n.t('next sync at {0}', formatNear(new Date(nextAt), now, timeZone))]),
	];
}

export function explainSyncStatus({ nextAt, trouble }: NextUpdate, now: Date, timeZone: string): readonly string[] {
	const next =
		nextAt === undefined
			? undefined
			: l10n.t(
					'The next automatic sync is at {0}, if a VS Code window is focused.',
					formatNear(new Date(nextAt), now, timeZone),
				);
	if (!trouble) {
		return next === undefined ? [] : [next];
	}
	const { problem, at, until } = trouble;
	const message = problem ? explain(problem).message : l10n.t('An unexpected error occurred. See the log for details.');
	const failed = l10n.t('The sync at {0} failed.', formatNear(new Date(at), now, timeZone));
	return [
		[failed, message, next ?? describeUntil(until, now, timeZone)].filter((part) => part !== undefined).join(' '),
	];
}

function describeUntil(until: number, now: Date, timeZone: string): string | undefined {
	if (until <= now.getTime()) {
		return undefined;
	}
	return Number.isFinite(until)
		? l10n.t(
				'App Errors tries again the next time you open the records after {0}.',
				formatNear(new Date(until), now, timeZone),
			)
		: l10n.t('Automatic sync is paused until the account has a new token.');
}

function describeTrouble({ problem }: Trouble): string {
	return problem ? (troubles[problem.kind] ?? notUpdated)() : notUpdated();
}

const notReached = () => l10n.t('service unreachable');
const notAccepted = () => l10n.t('token not accepted');
const notUpdated = () => l10n.t('sync failed');

const troubles: { readonly [K in Problem['kind']]?: () => string } = {
	network: notReached,
	certificate: notReached,
	proxy: notReached,
	throttled: () => l10n.t('service busy'),
	serviceFailure: () => l10n.t('service error'),
	unauthorized: notAccepted,
	signedOut: notAccepted,
	disk: () => l10n.t('folder not accessible'),
};
