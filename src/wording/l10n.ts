/** Translations and display language, with the properties of VS Code's `l10n` and `env`. */
interface Localization {
	t(message: string, ...values: readonly (string | number)[]): string;
	/** Translations by English message. Undefined if the display language is English. */
	readonly bundle: Readonly<Record<string, string>> | undefined;
	readonly language: string;
}

const english: Localization = {
	t: (message, ...values) => message.replace(/\{(\d+)\}/g, (field, index) => String(values[index] ?? field)),
	bundle: undefined,
	language: 'en',
};

/** Messages are in English until `localize` is called, which the command line never does. */
export const l10n: Localization = { ...english };

/** Sets the language. Call this before any message is created, because formatters are cached. */
export function localize(localization: Localization): void {
	Object.assign(l10n, localization);
}
