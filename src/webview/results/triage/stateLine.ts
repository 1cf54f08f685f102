import type { Disposable } from '../../../shared/disposables';
import type { GroupValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';
import type { ShownFix, ShownTriage, TriageNote } from '../../../shared/triage';
import { stateBadge } from '../../common/components/stateBadge';
import { linkButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { Latest } from '../../common/dom/latest';
import { visibleText } from '../../common/dom/visibleText';
import type { Context } from '../context/context';
import { fixVerdict } from './fixVerdict';

/** Line with the state, owner, issue, and notes of the selected group. Hidden if the group has no triage file. */
export class StateLine implements Disposable {
	readonly root = element('div', { class: 'detail-state', hidden: true });
	private readonly asking = new Latest();
	private showsReleases = false;
	private group: { readonly key: GroupKey; readonly value: GroupValue } | undefined;

	hasIssue = false;

	constructor(private readonly context: Context) {}

	show(key: GroupKey, value: GroupValue): void {
		this.hide();
		this.group = { key, value };
		this.refresh();
	}

	hide(): void {
		this.asking.dispose();
		this.group = undefined;
		this.hasIssue = false;
		this.root.hidden = true;
		fill(this.root);
	}

	refresh(): void {
		const { group, context } = this;
		if (group) {
			const { key, value } = group;
			this.asking.run(async (signal) => {
				const [state] = await context.host.call('groupStates', { key, values: [value] }, { signal });
				this.root.hidden = !state;
				this.hasIssue = (state?.issue ?? '') !== '';
				fill(this.root, ...(state ? this.parts(group, state) : []));
				if (state?.state === 'fixed' || state?.state === 'regressed') {
					const [fix] = await context.host.call('fixVerdicts', { key, values: [value] }, { signal });
					this.root.append(...(fix ? [this.fix(fix)] : []));
				}
			}, context.fail);
		}
	}

	dispose(): void {
		this.asking.dispose();
	}

	private parts(group: { readonly key: GroupKey; readonly value: GroupValue }, state: ShownTriage): HTMLElement[] {
		const { t, formats, host, fail } = this.context;
		const { owner, issue, notes } = state;
		const openIssue = linkButton(visibleText(issue), () => void host.call('openIssue', group).catch(fail));
		return [
			stateBadge(state, state.status),
			...(owner === '' ? [] : [element('span', { class: 'dim' }, t('Owner: {0}', visibleText(owner)))]),
			...(issue === '' ? [] : [openIssue]),
			...(notes.length === 0
				? []
				: [
						element(
							'details',
							{ class: 'detail-notes' },
							element('summary', {}, formats.plural(notes.length, { one: '{0} note', other: '{0} notes' })),
							element('ul', {}, ...notes.map((note) => this.note(note))),
						),
					]),
		];
	}

	private fix(fix: ShownFix): HTMLElement {
		return fixVerdict(fix, this.context, this.showsReleases, (isOpen) => {
			this.showsReleases = isOpen;
		});
	}

	private note({ at, by, text }: TriageNote): HTMLElement {
		const { formats } = this.context;
		const day = formats.dates({ first: at, last: at }, new Date().toISOString());
		const source = by === '' ? day : `${day} · ${visibleText(by)}`;
		return element('li', {}, element('span', { class: 'dim' }, source), ' ', element('bdi', {}, visibleText(text)));
	}
}
