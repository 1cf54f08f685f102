const isMac = globalThis.navigator?.platform.startsWith('Mac') ?? false;

/** Replaces the names of modifier keys, such as `Ctrl+`, with the symbols that macOS shows. */
export function withKeySymbols(text: string, showsSymbols = isMac): string {
	return showsSymbols ? text.replaceAll('Ctrl+', '⌘').replaceAll('Shift+', '⇧').replaceAll('Alt+', '⌥') : text;
}
