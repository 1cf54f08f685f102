using System.Collections.Generic;
using UnityEngine;

namespace Blocks
{
    /// <summary>The well that pieces fall into, row 0 at the bottom.</summary>
    public class Board : MonoBehaviour
    {
        [SerializeField] private int width = 10;
        [SerializeField] private int height = 20;

        private Cell[,] cells;

        private void Awake()
        {
            cells = new Cell[width, height];
        }

        public void Place(Piece piece)
        {
            foreach (Vector2Int position in piece.Positions())
            {
                // A piece that is turned at the wall reaches outside.
                cells[position.x, position.y] = new Cell(piece.Colour);
            }
        }

        public int ClearFullRows()
        {
            var full = new List<int>();
            for (int row = 0; row < height; row++)
            {
                if (IsFull(row))
                {
                    full.Add(row);
                }
            }
            foreach (int row in full)
            {
                full.Remove(row);
                DropRowsAbove(row);
            }
            return full.Count;
        }

        private bool IsFull(int row)
        {
            for (int column = 0; column < width; column++)
            {
                if (cells[column, row].IsEmpty)
                {
                    return false;
                }
            }
            return true;
        }

        private void DropRowsAbove(int cleared)
        {
            for (int row = cleared; row < height - 1; row++)
            {
                for (int column = 0; column < width; column++)
                {
                    cells[column, row] = cells[column, row + 1];
                }
            }
        }
    }
}
