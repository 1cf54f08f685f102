/** Pixels that a pointer may stray while it only clicks. */
const clickReach = 4;

export interface Drag {
	/** @param x where the pointer is on screen, in CSS pixels */
	moved(x: number): void;
	/** @param taken false when the drag was given up */
	ended(taken: boolean): void;
}

/**
 * Follows a pointer from where it was pressed. The drag begins once the pointer has left the place, ends where it is
 * released, and is given up with Escape.
 */
export function followPointer(pressed: PointerEvent, target: HTMLElement, begin: () => Drag): void {
	const end = new AbortController();
	const { signal } = end;
	// Not the target: the first move may well lead out of it.
	const { ownerDocument } = target;
	let drag: Drag | undefined;
	const finish = (taken: boolean) => {
		end.abort();
		drag?.ended(taken);
	};
	ownerDocument.addEventListener(
		'pointermove',
		({ clientX }) => {
			if (!drag && Math.abs(clientX - pressed.clientX) >= clickReach) {
				// Captured only now, so that a click still goes to what lies under it.
				target.setPointerCapture(pressed.pointerId);
				drag = begin();
			}
			drag?.moved(clientX);
		},
		{ signal },
	);
	ownerDocument.addEventListener('pointerup', () => finish(true), { signal });
	ownerDocument.addEventListener('pointercancel', () => finish(false), { signal });
	ownerDocument.addEventListener(
		'keydown',
		(event) => {
			if (event.key === 'Escape' && drag) {
				event.preventDefault();
				event.stopPropagation();
				finish(false);
			}
		},
		{ signal, capture: true },
	);
}
