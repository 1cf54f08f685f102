import { inFile } from './frame';

const account = inFile('budget-windows/Ledger/Account.cs');
const ledger = inFile('budget-windows/Ledger/LedgerFile.cs');
const reader = inFile('budget-windows/Import/StatementReader.cs');
const window = inFile('budget-windows/Views/MainWindow.xaml.cs');
const backup = inFile('budget-windows/Backup/BackupTask.cs');

export const windowsFrames = {
	average: account(29, 'AverageSpending', 'return spent / days;', 'Budget.Ledger.Account.AverageSpending()'),
	largest: account(34, 'Largest', 'return entries.MaxBy(', 'Budget.Ledger.Account.Largest()'),
	open: ledger(18, 'Load', 'using FileStream stream = File.OpenRead(path);', 'Budget.Ledger.LedgerFile.Load()'),
	deserialize: ledger(19, 'Load', 'var names = JsonSerializer.Deserialize', 'Budget.Ledger.LedgerFile.Load()'),
	toAccounts: ledger(20, 'Load', 'return names!.Select(', 'Budget.Ledger.LedgerFile.Load()'),
	create: ledger(26, 'Save', 'using FileStream stream = new(', 'Budget.Ledger.LedgerFile.Save(IEnumerable`1 accounts)'),
	readLines: reader(
		23,
		'ReadAsync',
		'entries.Add(ReadEntry(line));',
		'Budget.Import.StatementReader.ReadAsync(Stream stream)',
	),
	readEntry: reader(31, 'ReadEntry', 'return new Entry(', 'Budget.Import.StatementReader.ReadEntry(String line)'),
	readDay: reader(36, 'ReadDay', 'return DateOnly.Parse(', 'Budget.Import.StatementReader.ReadDay(String text)'),
	readAmount: reader(
		41,
		'ReadAmount',
		'return decimal.Parse(',
		'Budget.Import.StatementReader.ReadAmount(String text)',
	),
	loadAtStart: window(19, 'MainWindow', 'accounts.AddRange(file.Load());', 'Budget.Views.MainWindow..ctor()'),
	import: window(
		27,
		'OnImportClick',
		'foreach (Entry entry in await',
		'Budget.Views.MainWindow.OnImportClick(Object sender, RoutedEventArgs e)',
	),
	firstAccount: window(
		29,
		'OnImportClick',
		'accounts[0].Add(entry);',
		'Budget.Views.MainWindow.<OnImportClick>d__4.MoveNext()',
	),
	showAverage: window(
		31,
		'OnImportClick',
		'AverageText.Text = accounts[0]',
		'Budget.Views.MainWindow.OnImportClick(Object sender, RoutedEventArgs e)',
	),
	showLargest: window(
		32,
		'OnImportClick',
		'LargestText.Text = accounts[0]',
		'Budget.Views.MainWindow.OnImportClick(Object sender, RoutedEventArgs e)',
	),
	save: window(
		37,
		'OnSaveClick',
		'file.Save(accounts);',
		'Budget.Views.MainWindow.OnSaveClick(Object sender, RoutedEventArgs e)',
	),
	runBackup: window(
		38,
		'OnSaveClick',
		'backup.RunAsync("ledger.json").Wait();',
		'Budget.Views.MainWindow.OnSaveClick(Object sender, RoutedEventArgs e)',
	),
	ensureSuccess: backup(
		20,
		'RunAsync',
		'response.EnsureSuccessStatusCode();',
		'Budget.Backup.BackupTask.RunAsync(String path)',
	),
	notBackedUp: backup(24, 'RunAsync', 'throw new BackupException(', 'Budget.Backup.BackupTask.RunAsync(String path)'),
} as const;
