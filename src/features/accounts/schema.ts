import { z } from 'zod'

const name = z.string().trim().min(1, 'Name is required').max(100, 'Name must be less than 100 characters')

export const emailField = z
  .string()
  .trim()
  .max(255, 'Email must be less than 255 characters')
  .pipe(z.email('Invalid email address'))

/** The account form of the booking dialog; its messages are the specification's. */
export const signUpSchema = z.object({
  name,
  email: emailField,
  phone: z
    .string()
    .trim()
    .min(1, 'Phone number is required')
    .max(20, 'Phone number must be less than 20 characters')
    .regex(/^[+()\d\s.-]*$/, 'Phone number may only have digits, spaces and + ( ) - .'),
  password: z
    .string()
    .min(6, 'Password must be at least 6 characters')
    .max(128, 'Password must be less than 128 characters')
    .refine((password) => !commonPasswords.has(password.toLowerCase()), 'This password is too easy to guess'),
})

export type SignUpInput = z.input<typeof signUpSchema>

export const signInSchema = z.object({
  email: emailField,
  password: z.string().min(1, 'Password is required').max(128),
})

export const meSchema = z.object({
  userId: z.uuid(),
  role: z.enum(['student', 'coach', 'admin', 'prospect']),
  fullName: z.string(),
  email: z.string(),
})

/** Who is signed in, as the browser knows it. */
export type Me = z.infer<typeof meSchema>

/** Passwords of at least six characters that head every list of stolen ones; refused at sign-up. */
const commonPasswords = new Set(
  `123456 123456789 12345678 1234567 1234567890 password password1 qwerty qwerty123 qwertyuiop 111111 000000 abc123
  abcdef iloveyou 123123 654321 666666 888888 987654321 letmein welcome monkey dragon football baseball sunshine
  princess superman trustno1 passw0rd zaq12wsx 1q2w3e4r 1qaz2wsx asdfgh asdfghjkl zxcvbnm golfgolf golfer titleist
  tigerwoods birdie mulligan 121212 112233 222222 555555 777777 999999 michael jordan23 admin123 login123`.split(
    /\s+/,
  ),
)
