import type { GroupKey, GroupPage } from '../../../shared/results';
import { type TriageState, triageStates } from '../../../shared/triage';
import { linkButton, setPressed, toggleButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { openMenu } from '../../common/dom/menu';
import type { Context } from '../context/context';

interface StateFilter {
	readonly button: HTMLButtonElement;
	/** Shows the selected triage states. Hidden if groups in all states are listed. */
	readonly root: HTMLElement;
	/** Returns the triage states to list, or undefined if groups in all states are listed. */
	of(key: GroupKey): readonly TriageState[] | undefined;
	answered(key: GroupKey, total: Pick<GroupPage, 'groups' | 'listed'>): void;
}

export function stateFilter({ t, formats, announce }: Context, onChange: () => void): StateFilter {
	const names: Readonly<Record<TriageState, string>> = {
		open: t('Open'),
		acknowledged: t('Acknowledged'),
		ignored: t('Ignored'),
		backAgain: t('Ignored, back again'),
		fixed: t('Fixed'),
		regressed: t('Regressed'),
	};
	let chosen: readonly TriageState[] = [];
	const choose = (states: readonly TriageState[]) => {
		chosen = states.length === triageStates.length ? [] : states;
		setPressed(button, chosen.length > 0);
		announce(describe() || t('All States'));
		onChange();
	};
	const describe = () => chosen.map((state) => names[state]).join(', ');
	const open = () =>
		openMenu(button, t('Filter by State'), [
			{ kind: 'item', label: t('All States'), checked: chosen.length === 0, run: () => choose([]) },
			{ kind: 'separator' },
			...triageStates.map((state) => {
				const isChosen = chosen.includes(state);
				const others = triageStates.filter((one) => (one === state ? !isChosen : chosen.includes(one)));
				return { kind: 'item', label: names[state], checked: isChosen, run: () => choose(others) } as const;
			}),
		]);
	const button = toggleButton('filter', t('Filter by State'), open);
	const root = element('p', { class: 'state-note', hidden: true });
	const of = ({ kind }: GroupKey) => (kind === 'column' || chosen.length === 0 ? undefined : chosen);
	return {
		button,
		root,
		of,
		answered: (key, { groups, listed = groups }) => {
			button.hidden = key.kind === 'column';
			root.hidden = of(key) === undefined;
			const count = t('{0} of {1}', formats.count(listed), formats.count(groups));
			fill(
				root,
				`${count} · ${describe()} · `,
				linkButton(t('Show All States'), () => choose([])),
			);
		},
	};
}
