import { inFile } from './frame';

const board = inFile('blocks-unity/Assets/Scripts/Board/Board.cs');
const piece = inFile('blocks-unity/Assets/Scripts/Board/Piece.cs');
const loop = inFile('blocks-unity/Assets/Scripts/GameLoop.cs');
const save = inFile('blocks-unity/Assets/Scripts/Save/SaveFile.cs');
const score = inFile('blocks-unity/Assets/Scripts/UI/Score View.cs');

export const unityFrames = {
	place: board(24, 'Place', 'cells[position.x, position.y] = new Cell(', 'Blocks.Board.Place (Blocks.Piece piece)'),
	clearRows: board(38, 'ClearFullRows', 'foreach (int row in full)', 'Blocks.Board.ClearFullRows ()'),
	checkRow: board(33, 'ClearFullRows', 'if (IsFull(row))', 'Blocks.Board.ClearFullRows ()'),
	isFull: board(50, 'IsFull', 'if (cells[column, row].IsEmpty)', 'Blocks.Board.IsFull (System.Int32 row)'),
	positions: piece(35, 'Positions', 'positions[index] = Position + shape[index];', 'Blocks.Piece.Positions ()'),
	placeEach: board(
		21,
		'Place',
		'foreach (Vector2Int position in piece.Positions())',
		'Blocks.Board.Place (Blocks.Piece piece)',
	),
	start: loop(17, 'Start', 'score = saveFile.Read().score;', 'Blocks.GameLoop.Start ()'),
	update: loop(25, 'Update', 'falling.Turn();', 'Blocks.GameLoop.Update ()'),
	fall: loop(34, 'Fall', 'Step();', 'Blocks.GameLoop+<Fall>d__7.MoveNext ()'),
	stepPlace: loop(40, 'Step', 'board.Place(falling);', 'Blocks.GameLoop.Step ()'),
	stepClear: loop(41, 'Step', 'score += 100 * board.ClearFullRows();', 'Blocks.GameLoop.Step ()'),
	pause: loop(
		49,
		'OnApplicationPause',
		'saveFile.Write(',
		'Blocks.GameLoop.OnApplicationPause (System.Boolean paused)',
	),
	tooNew: save(27, 'Read', 'throw new InvalidDataException(', 'Blocks.SaveFile.Read ()'),
	parse: save(24, 'Read', 'SavedGame game = JsonUtility.FromJson', 'Blocks.SaveFile.Read ()'),
	write: save(34, 'Write', 'File.WriteAllText(', 'Blocks.SaveFile.Write (Blocks.SavedGame game)'),
	share: score(21, 'OnShareClicked', 'int first = best', 'Blocks.ScoreView.OnShareClicked ()'),
	showBest: score(30, 'ShowBest', 'bestLabels[place].text', 'Blocks.ScoreView.ShowBest (System.Int32[] scores)'),
	show: score(16, 'Show', 'label.text = score', 'Blocks.ScoreView.Show (System.Int32 score)'),
} as const;
