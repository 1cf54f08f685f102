import { filterRow, type GridStep, headerRow } from './navigation';

interface KeyStroke {
	readonly key: string;
	readonly shiftKey: boolean;
	readonly ctrlKey: boolean;
	readonly metaKey: boolean;
	readonly altKey: boolean;
}

export type KeyCommand =
	| { readonly kind: 'move'; readonly step: GridStep; readonly extend: boolean }
	| { readonly kind: 'open' | 'selectRow' | 'toggleRow' | 'selectAll' | 'clearSelection' }
	| { readonly kind: 'openMenu' }
	| { readonly kind: 'sort'; readonly beside: boolean }
	| { readonly kind: 'resizeColumn' | 'moveColumn'; readonly by: 1 | -1 }
	/** Moves the focus to the filter row. If `typed` is set, it replaces the text of the filter. */
	| { readonly kind: 'editFilter'; readonly typed: string | undefined };

export function commandFor(stroke: KeyStroke, row: number, rightToLeft: boolean): KeyCommand | undefined {
	const { key, shiftKey, altKey } = stroke;
	const control = stroke.ctrlKey || stroke.metaKey;
	if (key === 'ContextMenu' || (key === 'F10' && shiftKey) || (key === 'ArrowDown' && altKey)) {
		return { kind: 'openMenu' };
	}
	const sideways = { ArrowLeft: rightToLeft ? 1 : -1, ArrowRight: rightToLeft ? -1 : 1 } as const;
	if (row === headerRow && (key === 'ArrowLeft' || key === 'ArrowRight') && altKey !== shiftKey && !control) {
		return { kind: altKey ? 'resizeColumn' : 'moveColumn', by: sideways[key] };
	}
	if (altKey) {
		return undefined;
	}
	const step = stepFor(key, control, rightToLeft);
	if (step) {
		return { kind: 'move', step, extend: shiftKey && row >= 0 };
	}
	if (control && !shiftKey && key.toLowerCase() === 'a') {
		return { kind: 'selectAll' };
	}
	if (row === headerRow) {
		return (key === 'Enter' || key === ' ') && !control ? { kind: 'sort', beside: shiftKey } : undefined;
	}
	return row === filterRow ? filterCommand(key, control) : recordCommand(key, control, shiftKey);
}

function recordCommand(key: string, control: boolean, shift: boolean): KeyCommand | undefined {
	switch (key) {
		case 'Enter':
		case 'F2':
			return { kind: 'open' };
		case ' ':
			return { kind: shift && !control ? 'selectRow' : 'toggleRow' };
		case 'Escape':
			return { kind: 'clearSelection' };
		default:
			return undefined;
	}
}

function filterCommand(key: string, control: boolean): KeyCommand | undefined {
	if (key === 'Enter' || key === 'F2') {
		return { kind: 'editFilter', typed: undefined };
	}
	if (key === 'Delete' || key === 'Backspace') {
		return { kind: 'editFilter', typed: '' };
	}
	// The names of special keys, such as `Enter`, are longer than one character.
	return [...key].length === 1 && !control ? { kind: 'editFilter', typed: key } : undefined;
}

function stepFor(key: string, control: boolean, rightToLeft: boolean): GridStep | undefined {
	switch (key) {
		case 'ArrowLeft':
		case 'ArrowRight': {
			const forward = (key === 'ArrowRight') !== rightToLeft;
			return control ? (forward ? 'rowEnd' : 'rowStart') : forward ? 'right' : 'left';
		}
		case 'ArrowUp':
			return control ? undefined : 'up';
		case 'ArrowDown':
			return control ? undefined : 'down';
		case 'Home':
			return control ? 'gridStart' : 'rowStart';
		case 'End':
			return control ? 'gridEnd' : 'rowEnd';
		case 'PageUp':
			return control ? undefined : 'pageUp';
		case 'PageDown':
			return control ? undefined : 'pageDown';
		default:
			return undefined;
	}
}
