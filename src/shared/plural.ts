/** Forms of a message for different counts. Translations can add plural categories, such as `{0} days [few]`. */
export interface PluralForms {
	readonly one: string;
	readonly other: string;
}

type Translations = Readonly<Record<string, string>>;

type FormSelector = (count: number, forms: PluralForms) => string;

/** Returns a function that selects the form for a count. Messages without a translation follow the rules of English. */
export function createFormSelector(language: string, translations: Translations = {}): FormSelector {
	const [rules, englishRules] = [new Intl.PluralRules(language), new Intl.PluralRules('en')];
	return (count, forms) => {
		const isTranslated = Object.hasOwn(translations, forms.other);
		const category = (isTranslated ? rules : englishRules).select(count);
		if (category === 'one') {
			return forms.one;
		}
		const own = `${forms.other} [${category}]`;
		return Object.hasOwn(translations, own) ? own : forms.other;
	};
}
