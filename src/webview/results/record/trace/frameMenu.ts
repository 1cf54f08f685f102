import type { MenuItem } from '../../../common/dom/menu';
import { visibleText } from '../../../common/dom/visibleText';
import type { Translate } from '../../../common/format/translate';

export type FrameAction = 'open' | 'openBeside' | 'asOf' | 'changes';

const maxVersionLength = 24;

export function frameMenu(
	version: string | undefined,
	run: (action: FrameAction) => void,
	t: Translate,
): readonly MenuItem[] {
	const item = (action: FrameAction, label: string, hint: string): MenuItem => ({
		kind: 'item',
		label,
		hint,
		run: () => run(action),
	});
	const name = version === undefined ? '' : visibleText(shortened(version));
	return [
		item('open', t('Open Source File'), 'Enter'),
		item('openBeside', t('Open Source File to the Side'), 'Ctrl+Enter'),
		...(version === undefined
			? []
			: [
					{ kind: 'separator' } as const,
					item('asOf', t('Open File at {0}', name), 'Shift+Enter'),
					item('changes', t('Show Changes Since {0}', name), 'Shift+Alt+Enter'),
				]),
	];
}

/** Returns the action for a click with modifier keys. Ctrl, Cmd, or Alt alone opens the location to the side. */
export function frameAction({
	shiftKey,
	altKey,
	ctrlKey,
	metaKey,
}: Pick<KeyboardEvent, 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>): FrameAction {
	if (shiftKey && !ctrlKey && !metaKey) {
		return altKey ? 'changes' : 'asOf';
	}
	return ctrlKey || metaKey || altKey ? 'openBeside' : 'open';
}

function shortened(version: string): string {
	return version.length > maxVersionLength ? `${version.slice(0, maxVersionLength)}…` : version;
}
