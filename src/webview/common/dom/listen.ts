import type { Disposable } from '../../../shared/disposables';

export function listen<E extends keyof WindowEventMap>(
	target: Window,
	type: E,
	listener: (event: WindowEventMap[E]) => void,
): Disposable;
export function listen<E extends keyof HTMLElementEventMap>(
	target: HTMLElement,
	type: E,
	listener: (event: HTMLElementEventMap[E]) => void,
): Disposable;
export function listen(target: EventTarget, type: string, listener: (event: never) => void): Disposable {
	target.addEventListener(type, listener as EventListener);
	return { dispose: () => target.removeEventListener(type, listener as EventListener) };
}
