import { l10n } from 'vscode';
import type { Problem } from '../core/common/errors';
import type { KeptOutlook, Trouble } from '../core/kept/model/nextUpdate';
import { formatNear } from './formats';
import { explain } from './problemMessages';

/** What a row of kept records tells of updates that nobody asks for, in few words each: `service busy`, `next at 09:32`. */
export function describeOutlook({ nextAt, trouble }: KeptOutlook, now: Date): readonly string[] {
	return [
		...(trouble ? [describeTrouble(trouble)] : []),
		...(nextAt === undefined ? [] : [l10n.t('next at {0}', formatNear(new Date(nextAt), now))]),
	];
}

/** The same in sentences: what went wrong, and when the set is asked about again. */
export function explainOutlook({ nextAt, trouble }: KeptOutlook, now: Date): readonly string[] {
	const next =
		nextAt === undefined
			? undefined
			: l10n.t('The next update by itself is at {0}, while a window has the focus.', formatNear(new Date(nextAt), now));
	if (!trouble) {
		return next === undefined ? [] : [next];
	}
	const { problem, at, until } = trouble;
	const message = problem ? explain(problem).message : l10n.t('Something unexpected went wrong. The log tells more.');
	const failed = l10n.t('The update of {0} came to nothing.', formatNear(new Date(at), now));
	return [[failed, message, next ?? describeUntil(until, now)].filter((part) => part !== undefined).join(' ')];
}

function describeUntil(until: number, now: Date): string | undefined {
	if (until <= now.getTime()) {
		return undefined;
	}
	return Number.isFinite(until)
		? l10n.t('It is tried again when the records are opened after {0}.', formatNear(new Date(until), now))
		: l10n.t('Nobody is asked by itself until the account has a new token.');
}

function describeTrouble({ problem }: Trouble): string {
	return problem ? (troubles[problem.kind] ?? notUpdated)() : notUpdated();
}

const notReached = () => l10n.t('service not reached');
const notAccepted = () => l10n.t('token not accepted');
const notUpdated = () => l10n.t('not updated');

const troubles: { readonly [K in Problem['kind']]?: () => string } = {
	network: notReached,
	certificate: notReached,
	proxy: notReached,
	throttled: () => l10n.t('service busy'),
	serviceFailure: () => l10n.t('service failed'),
	unauthorized: notAccepted,
	signedOut: notAccepted,
	disk: () => l10n.t('folder not usable'),
};
