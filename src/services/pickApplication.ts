import { l10n, ThemeIcon } from 'vscode';
import { AppError } from '../core/common/errors';
import { isApplicationId } from '../core/plan/applicationId';
import type { Application } from '../core/service/application';
import { applicationIcon } from '../vscode/applicationIcon';
import { withoutIcons } from '../vscode/escaping';
import { type Choice, type InputAnswer, pickOne } from '../vscode/quickInput';
import { splitSentence } from '../wording/formats';
import { explain } from '../wording/problemMessages';
import type { Applications, ListingState } from './applications';
import type { ApplicationNode } from './treeNodes';

interface PickApplicationOptions {
	readonly title: string;
	readonly canGoBack?: boolean;
	readonly activeId?: string;
}

/**
 * Prompts for an application or an ID, even while the list is being loaded or after loading has failed.
 * @throws AppError `signedOut`
 */
export async function pickApplication(
	applications: Applications,
	options: PickApplicationOptions,
): Promise<InputAnswer<Application>> {
	const view = await applications.view();
	if (!view) {
		throw new AppError({ kind: 'signedOut' });
	}
	const known = new Set<string>();
	const offer = (nodes: readonly ApplicationNode[]) =>
		nodes
			.filter(({ application }) => !known.has(application.id))
			.map((node) => {
				known.add(node.application.id);
				return toChoice(node);
			});
	const { activeId, ...shown } = options;
	return pickOne({
		...shown,
		placeholder: l10n.t('Choose an application or type its ID'),
		items: offer(view.nodes),
		...(view.listing.kind !== 'loaded' && {
			later: requestAgain(applications, view.listing).then(async () => [
				...failure(applications),
				...offer(await applications.nodes()),
			]),
		}),
		active: ({ id }) => id === activeId,
		typed: (text) =>
			isApplicationId(text) && !known.has(text)
				? { label: l10n.t('Application ID {0}', text), value: { id: text, details: [] } }
				: undefined,
	});
}

/** Reloads the list without prompting for a token, because a prompt would replace the list. */
function requestAgain(applications: Applications, listing: ListingState): Promise<void> {
	return listing.kind === 'failed' ? applications.reload(false) : applications.load();
}

function toChoice({ application, pinned }: ApplicationNode): Choice<Application> {
	const { id, name } = application;
	return {
		label: withoutIcons(name ?? id),
		description: [...(pinned ? ['★'] : []), ...(name === undefined ? [] : [id])].join(' '),
		iconPath: applicationIcon(application),
		value: application,
	};
}

function failure({ listing }: Applications): Choice<Application>[] {
	if (listing.kind !== 'failed') {
		return [];
	}
	const { first, rest } = splitSentence(explain(listing.problem).message);
	return [
		{
			label: withoutIcons(first),
			...(rest !== '' && { detail: withoutIcons(rest) }),
			iconPath: new ThemeIcon('warning'),
			alwaysShow: true,
			refused: true,
			value: { id: '', details: [] },
		},
	];
}
