import * as vscode from 'vscode';
import { type IssueTracker, trackerOfRemote, trackerOfTemplate } from '../../core/links/issueTracker';
import { withoutIcons } from '../../vscode/escaping';
import { type Choice, pickOne, separator } from '../../vscode/quickInput';
import type { Settings } from '../../vscode/settings';
import type { Revisions } from '../revisions/revisions';

const { l10n } = vscode;

/** Command of the GitHub Pull Requests extension. It creates an issue from the text in the clipboard. */
export const gitHubCommand = 'issue.createIssueFromClipboard';

type IssuePlace =
	| { readonly kind: 'extension' | 'existing' | 'settings' }
	| { readonly kind: 'tracker'; readonly tracker: IssueTracker };

interface ChosenPlace {
	readonly place: IssuePlace;
	/** Hosts that the URL of the new issue may have. */
	readonly hosts: readonly string[];
}

/** Finds issue trackers: the user's URL template, and the remotes of the repositories in the workspace. */
export class IssueTrackers {
	private last = '';

	constructor(
		private readonly settings: Pick<Settings, 'issueUrl'>,
		private readonly revisions: Pick<Revisions, 'repositoryOf'>,
	) {}

	/** Prompts for an issue tracker, and shows the host that will receive the data. Returns undefined if canceled. */
	async choose(title: string, offersExisting: boolean): Promise<ChosenPlace | undefined> {
		const trackers = await this.list();
		const hasExtension = (await vscode.commands.getCommands(true)).includes(gitHubCommand);
		const places: readonly Choice<IssuePlace>[] = [
			...(hasExtension
				? [
						{
							label: l10n.t('GitHub Extension'),
							description: l10n.t('in this window'),
							value: { kind: 'extension' } as const,
						},
					]
				: []),
			...trackers.map((tracker) => ({
				label: withoutIcons(tracker.host),
				description: withoutIcons(tracker.name),
				value: { kind: 'tracker', tracker } as const,
			})),
		];
		const answer = await pickOne<IssuePlace>({
			title,
			placeholder: l10n.t('Choose where to create the issue. Its text is sent there.'),
			items: [
				...places,
				separator(),
				...(offersExisting
					? [{ label: l10n.t('Enter URL of Existing Issue…'), value: { kind: 'existing' } as const }]
					: []),
				{ label: l10n.t('Set Up Another Issue Tracker…'), value: { kind: 'settings' } },
			],
			active: (place) => nameOf(place) === this.last,
		});
		if (answer.kind !== 'value') {
			return undefined;
		}
		this.last = nameOf(answer.value);
		return { place: answer.value, hosts: trackers.map(({ host }) => host) };
	}

	private async list(): Promise<readonly IssueTracker[]> {
		const template = trackerOfTemplate(this.settings.issueUrl);
		const found = new Map(template ? [[template.url, template]] : []);
		for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
			const git = await this.revisions.repositoryOf(uri);
			for (const { fetchUrl = '' } of typeof git === 'string' ? [] : git.repository.state.remotes) {
				const tracker = trackerOfRemote(fetchUrl);
				if (tracker) {
					found.set(tracker.url, tracker);
				}
			}
		}
		return [...found.values()];
	}
}

function nameOf(place: IssuePlace): string {
	return place.kind === 'tracker' ? place.tracker.url : place.kind;
}
